import { createDatabase } from '../database/client.ts';
import { findMissingRight } from '../database/rights.ts';
import { keepsSessions, SHARES_SESSIONS } from '../database/session.ts';
import type { DataEnv } from '../env.ts';
import { explain } from '../explain.ts';
import { ofClock } from './clock.ts';
import { type Finding, notUsed, well, wrong } from './finding.ts';

/** The oldest PostgreSQL that migrations and statements are written for. */
const OLDEST = 15;

/** What PostgreSQL says of itself and of the database. */
interface Server {
  version: number;
  now: Date;
  encoding: string;
  isStandby: boolean;
  /** Settings that are off, without which what was confirmed can be lost. */
  unsafe: string[];
}

/** Looks at the database that DATABASE_URL names: whether it answers, its version, the user's rights, whether it keeps what it is given, its clock. Changes nothing. */
export async function lookAtDatabase({ databaseUrl, sandbox }: DataEnv): Promise<Finding[]> {
  if (!databaseUrl) return [notUsed('DATABASE_URL is not set: the embedded PostgreSQL, in DATA_DIR.')];
  const { pool, close } = createDatabase(databaseUrl);
  try {
    const asked = Date.now();
    const { rows } = await pool.query<Server>(
      `select current_setting('server_version_num')::int as version, clock_timestamp() as now,
         current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isStandby",
         array(select name from unnest(array['fsync', 'full_page_writes', 'synchronous_commit']) as name
           where current_setting(name) = 'off') as unsafe`,
    );
    const answered = Date.now();
    const { version, now, encoding, isStandby, unsafe } = rows[0]!;
    if (!(await keepsSessions(pool))) return [wrong(SHARES_SESSIONS.said, SHARES_SESSIONS.todo)];
    const missing = await findMissingRight(pool, { schemas: sandbox });
    return [
      ofVersion(Math.floor(version / 10_000)),
      missing
        ? wrong(missing.said, missing.todo)
        : well('DATABASE_URL: its user may create what the shop needs.'),
      ofKeeping({ encoding, isStandby, unsafe }),
      ofClock("the database's", now.getTime() - (asked + answered) / 2, answered - asked),
    ];
  } catch (error) {
    const said = explain(error).split('\n')[0]!;
    return [
      wrong(
        said,
        'Check its host, port, user, password and database, and whether its firewall lets this machine in.',
      ),
    ];
  } finally {
    await close();
  }
}

function ofVersion(version: number): Finding {
  if (version >= OLDEST) return well(`DATABASE_URL: PostgreSQL ${version}.`);
  return wrong(`DATABASE_URL: PostgreSQL ${version} is too old.`, `Use PostgreSQL ${OLDEST} or later.`);
}

/** Whether it takes what the shop writes, and still has it after a power cut. */
function ofKeeping({
  encoding,
  isStandby,
  unsafe,
}: Pick<Server, 'encoding' | 'isStandby' | 'unsafe'>): Finding {
  if (isStandby)
    return wrong('DATABASE_URL: this server is a standby, which takes no writes.', 'Name the primary.');
  if (encoding !== 'UTF8')
    return wrong(
      `DATABASE_URL: the database has the encoding ${encoding}, in which not every name can be written.`,
      'Create another one before anything is in it: createdb --template=template0 --encoding=UTF8 --locale=C.UTF-8.',
    );
  if (unsafe.length > 0)
    return wrong(
      `DATABASE_URL: with ${unsafe.join(' and ')} off, a power cut loses orders that were confirmed.`,
      `Set ${unsafe.map((name) => `${name} = on`).join(', ')} in postgresql.conf.`,
    );
  return well('DATABASE_URL: it writes UTF-8, and keeps what it has confirmed.');
}
