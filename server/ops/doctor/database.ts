import { createDatabase } from '../../ground/database/client.ts';
import { findMissingRight } from '../../ground/database/rights.ts';
import { keepsSessions, SHARES_SESSIONS } from '../../ground/database/session.ts';
import type { DataEnv, Env } from '../../ground/env.ts';
import { explain } from '../../ground/explain.ts';
import { CONNECTIONS } from '../../processes/messages.ts';
import { readUpkeep } from '../../status/upkeep.ts';
import { ofClock } from './clock.ts';
import { type Finding, look, notUsed, well, wrong } from './finding.ts';

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
  /** Whether what the user begins may only read. */
  isReadOnly: boolean;
  user: string;
  /** As many as the user may have. */
  connections: number;
  /** Tables of which the user may not read, add, change and delete rows. */
  closed: string[];
  isShop: boolean;
}

/** Looks at the database that DATABASE_URL names: whether it answers, its version, the user's rights, whether it keeps what it is given, its clock. Changes nothing. */
export async function lookAtDatabase({
  databaseUrl,
  sandbox,
  processes = 1,
}: DataEnv & Partial<Pick<Env, 'processes'>>): Promise<Finding[]> {
  if (!databaseUrl) return [notUsed('DATABASE_URL is not set: the embedded PostgreSQL, in DATA_DIR.')];
  const { pool, db, close } = createDatabase(databaseUrl);
  try {
    const asked = Date.now();
    const { rows } = await pool.query<Server>(
      `select current_setting('server_version_num')::int as version, clock_timestamp() as now,
         current_setting('server_encoding') as encoding, pg_is_in_recovery() as "isStandby",
         array(select name from unnest(array['fsync', 'full_page_writes', 'synchronous_commit']) as name
           where current_setting(name) = 'off') as unsafe,
         current_setting('transaction_read_only') = 'on' as "isReadOnly", quote_ident(current_user) as "user",
         least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
           (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
           (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as connections,
         array(select quote_ident(relname) from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
           and not (has_table_privilege(oid, 'SELECT') and has_table_privilege(oid, 'INSERT')
             and has_table_privilege(oid, 'UPDATE') and has_table_privilege(oid, 'DELETE')) order by relname) as closed,
         to_regclass('settings') is not null as "isShop"`,
    );
    const answered = Date.now();
    const { version, now, isShop, ...said } = rows[0]!;
    if (!(await keepsSessions(pool))) return [wrong(SHARES_SESSIONS.said, SHARES_SESSIONS.todo)];
    const missing = await findMissingRight(pool, { schemas: sandbox });
    return [
      ofVersion(Math.floor(version / 10_000)),
      missing
        ? wrong(missing.said, missing.todo)
        : well('DATABASE_URL: its user may create what the shop needs.'),
      ofKeeping(said),
      ofClock("the database's", now.getTime() - (asked + answered) / 2, answered - asked),
      ofConnections(said.connections, processes),
      ...(isShop && said.closed.length === 0 ? ofUpkeep(await readUpkeep(db)) : []),
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
  isReadOnly,
  user,
  closed,
}: Omit<Server, 'version' | 'now' | 'isShop'>): Finding {
  if (isStandby)
    return wrong('DATABASE_URL: this server is a standby, which takes no writes.', 'Name the primary.');
  if (isReadOnly)
    return wrong(
      `DATABASE_URL: the database user ${user} only reads (default_transaction_read_only is on).`,
      `ALTER ROLE ${user} RESET default_transaction_read_only; where the database or its URL sets it, take it away there.`,
    );
  if (closed.length > 0)
    return wrong(
      `DATABASE_URL: the database user ${user} may not write ${closed.length} tables of the shop, such as ${closed[0]}.`,
      `Name the user that owns them, or: GRANT ALL ON ALL TABLES IN SCHEMA public TO ${user};`,
    );
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

/** Connections that people and commands need besides the shop. */
const SPARE_CONNECTIONS = 5;
/** Of a process that is alone: pg's own number. */
const ALONE = 10;

function ofConnections(most: number, processes: number): Finding {
  const needed = processes === 1 ? ALONE : processes * CONNECTIONS;
  const said = `DATABASE_URL: ${processes} ${processes === 1 ? 'process has' : 'processes have'} ${needed} connections at most, of ${most} that the database allows.`;
  if (needed + SPARE_CONNECTIONS <= most) return well(said);
  return wrong(said, 'Lower PROCESSES, or raise max_connections, or the limit of the user or the database.');
}

function ofUpkeep(done: Awaited<ReturnType<typeof readUpkeep>>): Finding[] {
  if (done.backup !== undefined)
    return [well(`The last backup is of ${new Date(done.backup * 1000).toISOString()}.`)];
  return [
    look(
      'No backup has been made by npm run backup.',
      'Let one be made every night (docs/going-live.md, step 7), unless you keep the database in another way.',
    ),
  ];
}
