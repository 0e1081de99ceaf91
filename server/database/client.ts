import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

/** The one pool of connections and the query builder on it. */
export interface Database {
  pool: pg.Pool;
  db: Kysely<Schema>;
  close(): Promise<void>;
}

/** Inside a transaction or outside of one. */
export type Queryable = Kysely<Schema>;

// Counts and sums come as int8; all of ours fit a double exactly. better-auth's limiter needs numbers here, too.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
// A day such as '2027-03-03': a `Date` would be a moment of a time zone.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
/** Object ids of PostgreSQL's array types, which `builtins` lacks (src/include/catalog/pg_type.dat). */
const [INT4_ARRAY, INT8_ARRAY, TEXT_ARRAY] = [1007, 1016, 1009];
// pg's parser goes letter by letter. Ours have no nulls and one dimension.
const readNumbers = (text: string) => (text === '{}' ? [] : text.slice(1, -1).split(',').map(Number));
pg.types.setTypeParser(INT4_ARRAY, readNumbers);
pg.types.setTypeParser(INT8_ARRAY, readNumbers);
const readTexts = pg.types.getTypeParser(TEXT_ARRAY);
pg.types.setTypeParser(TEXT_ARRAY, (text: string) => (text === '{}' ? [] : readTexts(text)));

/**
 * Connects lazily to PostgreSQL. `connection` is a URL or pg's own configuration. A query that waits longer than five
 * seconds for a connection fails, so that an outage becomes a 503 and not a pile of waiting requests. `settings` are those of
 * PostgreSQL that each connection has.
 */
export function createDatabase(
  connection: string | pg.PoolConfig,
  options: { max?: number; settings?: Record<string, string> } = {},
): Database {
  const pool = new pg.Pool({
    ...withOptions(
      typeof connection === 'string' ? { connectionString: connection } : connection,
      options.settings,
    ),
    max: options.max ?? 10,
    connectionTimeoutMillis: 5_000,
    statement_timeout: 15_000,
    idle_in_transaction_session_timeout: 15_000,
    application_name: 'northbridge',
    Client: PreparingClient,
  });
  surviveBrokenConnections(pool);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return { pool, db, close: () => db.destroy() };
}

/** Adds the shop's own options to those of the connection's URL or of PGOPTIONS; the connection's own options win. */
function withOptions(config: pg.PoolConfig, settings: Record<string, string> = {}): pg.PoolConfig {
  const [address, query] = config.connectionString?.split('?', 2) ?? [];
  const parameters = new URLSearchParams(query);
  const chosen = parameters.get('options') ?? config.options ?? process.env.PGOPTIONS;
  // PostgreSQL takes options apart at spaces.
  const set = Object.entries(settings).map(
    ([name, value]) => `-c ${name}=${value.replace(/[\s\\]/g, '\\$&')}`,
  );
  // What a URL says would take the place of what stands beside it.
  parameters.delete('options');
  return {
    ...config,
    ...(query !== undefined && { connectionString: `${address}?${parameters}` }),
    options: [BY_INDEX, ...set, chosen].filter(Boolean).join(' '),
  };
}

/**
 * Every statement finds its rows by an index from the first day on (decision 11): PostgreSQL keeps its plan for as long as a
 * connection, and while a table is small it would plan to read all of it. None is large enough to be worth compiling.
 */
const BY_INDEX = '-c enable_seqscan=off -c jit=off';

/**
 * A connection that breaks fails the query it carries, and is replaced by the pool. It also emits an error, which
 * ends the process when nobody listens, whether the connection is idle or in use.
 */
export function surviveBrokenConnections(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

/** Names of statements by their text. Bounded: texts beyond the bound (lists of varying length) stay unnamed. */
const names = new Map<string, string>();
const MOST_NAMES = 500;

/**
 * Names each parameterised statement, so that PostgreSQL parses and plans it once per connection: measured, it doubles
 * the rate of small queries, and Kysely has no setting for it.
 */
class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads of which one is extended here
  override query(...args: any[]): any {
    const [text, values] = args;
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      const name = nameOf(text);
      if (name) args.splice(0, 2, { name, text, values });
    }
    return (super.query as (...rest: unknown[]) => unknown)(...args);
  }
}

function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST_NAMES) {
    name = createHash('sha1').update(text).digest('hex').slice(0, 20);
    names.set(text, name);
  }
  return name;
}
