import type { Variables } from './variables.ts';

export interface ReplicaOptions {
  url: string;
  /** Seconds by which its data may be old. */
  mostLagSeconds: number;
}

export const isPostgresUrl = (text: string) => /^postgres(ql)?:\/\//.test(text) && isReadable(text);

/** A host may be missing, as with a socket: then the address is read with one. */
const isReadable = (text: string) => URL.canParse(text) || URL.canParse(text.replace('@/', '@localhost/'));

/** The streaming replica of the database, if one is named. */
export function readReplica(variables: Variables): ReplicaOptions | undefined {
  const url = variables.fitting(
    'DATABASE_REPLICA_URL',
    isPostgresUrl,
    'the postgres:// address of a streaming replica, such as postgres://shop:password@replica.example.com/shop',
  );
  const mostLagSeconds = variables.wholeNumber('REPLICA_LAG_SECONDS', 10, 2, 3600);
  if (url !== undefined && variables.get('DATABASE_URL') === undefined)
    return variables.wrong('DATABASE_REPLICA_URL is of use only with DATABASE_URL, whose replica it names');
  return url === undefined ? undefined : { url, mostLagSeconds };
}
