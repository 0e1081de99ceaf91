import {
  Kysely,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import type pg from 'pg';
import type { Queryable } from '../client.ts';
import type { Schema } from '../schema.ts';
import { isBehind } from './position.ts';

/** What a replica has to have, so that an answer is no older than it says. */
export interface Requirement {
  /** The cluster and its history of failovers: positions of others mean nothing. */
  history: string;
  /** Up to where it has to have replayed the WAL: `0/16B3740`. */
  position: string;
}

export interface ReadingParts {
  primary: pg.Pool;
  replica: pg.Pool;
  requirement: Requirement;
  /** Waits for work of the replica, and rejects when it has become unreachable meanwhile. */
  whileThere: <T>(work: Promise<T>) => Promise<T>;
  /** Is told which of both has answered a statement. */
  answered: (by: 'replica' | 'primary') => void;
}

/** SQL of the history of a database: the number that its cluster was made with, and that of its last failover. */
export const HISTORY = `(select system_identifier from pg_control_system()) || '/' || case when pg_is_in_recovery()
  then greatest((select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery()))
  else ('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int end`;

const IS_FIT = `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn and ${HISTORY} = $2 as is_fit`;
const POSITION = 'select pg_last_wal_replay_lsn()::text as position';

/** PostgreSQL's code of a statement that took too long. */
const TOO_SLOW = '57014';

/**
 * Runs each statement on the replica, on a connection that has just shown that it has what is required. All that goes wrong
 * there is done on the primary instead, but for a statement that takes too long. For statements that only read, each by itself: a
 * transaction is refused. None sees less than those before it, as a page would then begin after a row that is not there: what follows
 * one on the primary is done there, and a replica has to have what another one behind the same address had.
 */
export function readingFrom(parts: ReadingParts): Queryable {
  let { position } = parts.requirement;
  let wasOnPrimary = false;
  const query = async (text: string, values: readonly unknown[]): Promise<PostgresQueryResult<never>> => {
    try {
      const found = wasOnPrimary ? undefined : await onReplica(parts, position, text, values);
      if (found) {
        if (isBehind(position, found.position)) position = found.position;
        parts.answered('replica');
        return found.result;
      }
    } catch (error) {
      if ((error as { code?: string }).code === TOO_SLOW) throw error;
    }
    wasOnPrimary = true;
    parts.answered('primary');
    return parts.primary.query(text, [...values]) as unknown as Promise<PostgresQueryResult<never>>;
  };
  const client = { query, release() {} } as unknown as PostgresPoolClient;
  const pool = { connect: async () => client, end: async () => {} };
  return new Kysely<Schema>({ dialect: new SingleStatements({ pool }) });
}

/**
 * Refuses transactions. Each statement may run on another connection, so one that begins would stay open on a connection of the pool,
 * and the next who gets it could not write.
 */
class SingleStatements extends PostgresDialect {
  readonly #config: PostgresDialectConfig;

  constructor(config: PostgresDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver(): PostgresDriver {
    return new SingleStatementsDriver(this.#config);
  }
}

class SingleStatementsDriver extends PostgresDriver {
  override async beginTransaction(): Promise<void> {
    throw new Error('a report has no transaction: it reads each statement from the replica or the primary');
  }
}

/** A result, and a position that the replica had reached when it was there. */
interface Found {
  result: PostgresQueryResult<never>;
  position: string;
}

/** Undefined when the replica of this connection lacks something. */
async function onReplica(
  { replica, requirement: { history }, whileThere }: ReadingParts,
  required: string,
  text: string,
  values: readonly unknown[],
): Promise<Found | undefined> {
  const client = await replica.connect();
  let error: unknown = true;
  try {
    const work = async () => {
      const fit = await client.query<{ is_fit: boolean | null }>(IS_FIT, [required, history]);
      if (!fit.rows[0]!.is_fit) return undefined;
      const result = await client.query(text, [...values]);
      const { rows } = await client.query<{ position: string }>(POSITION);
      return { result: result as unknown as PostgresQueryResult<never>, position: rows[0]!.position };
    };
    const found = await whileThere(work());
    error = undefined;
    return found;
  } finally {
    // A connection on which something failed, or still runs, is not used again.
    client.release(error as boolean | undefined);
  }
}
