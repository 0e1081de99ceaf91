import { AsyncResource } from 'node:async_hooks';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { currentSpan } from '../tracing/span.ts';
import { answerWithin, LONG_ANSWER_MS, ShopClient } from './connection.ts';
import { Room } from './room.ts';
import type { Schema } from './schema.ts';

/** The one pool of connections and the query builder on it. */
export interface Database {
  pool: pg.Pool;
  db: Kysely<Schema>;
  /** Whether there is room for what is to be written. Throws while the database is away. */
  hasRoom(): Promise<boolean>;
  /** Sets what is called when the database is reached again after it could not be. */
  onBack(back: () => void): void;
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

interface DatabaseOptions {
  /** Connections at most. */
  max?: number;
  settings?: Record<string, string>;
  /** By which an operator tells its connections from those of others. */
  applicationName?: string;
  /** How long a query waits for a connection. */
  connectionTimeoutMillis?: number;
  /** How long a query waits for its answer, also from a server that is gone: by default a little longer than a statement may take. */
  answerTimeoutMillis?: number;
}

/** How long the answer of a statement may be on the way, in milliseconds, besides what the statement takes. */
const ON_THE_WAY_MS = 5_000;
/** How long a connection is idle until the system asks the other side whether it is there. It asks ten times, once a second. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** How long a query waits for a connection by default: PGCONNECT_TIMEOUT in whole seconds, as for all clients of PostgreSQL. */
function connectWithinMs(): number {
  const { PGCONNECT_TIMEOUT = '' } = process.env;
  return /^[1-9]\d{0,3}$/.test(PGCONNECT_TIMEOUT) ? Number(PGCONNECT_TIMEOUT) * 1000 : 5_000;
}

/** What connections have so that one whose other side is gone is noticed, while a query waits and while none does. */
const NOTICING_LOSS = {
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
  query_timeout: 15_000 + ON_THE_WAY_MS,
};

/**
 * Connects lazily to PostgreSQL. `connection` is a URL or pg's own configuration. A query that waits longer than five
 * seconds for a connection fails, so that an outage becomes a 503 and not a pile of waiting requests; so does one whose answer does not
 * come. `settings` are those of PostgreSQL that each connection has.
 */
export function createDatabase(connection: string | pg.PoolConfig, options: DatabaseOptions = {}): Database {
  const config = typeof connection === 'string' ? { connectionString: connection } : connection;
  const settings = Object.entries({ ...SETTINGS, ...options.settings });
  const chosen = chosenSettings(config);
  const own = settings.filter(([name]) => !chosen.has(name));
  const connectionTimeoutMillis = options.connectionTimeoutMillis ?? connectWithinMs();
  const room = new Room();
  const pool = new FollowedPool({
    ...NOTICING_LOSS,
    ...config,
    max: options.max ?? 10,
    connectionTimeoutMillis,
    application_name: options.applicationName ?? 'northbridge',
    Client: ShopClient,
    // Not as options of the connection: poolers such as PgBouncer refuse those, or leave them out.
    async onConnect(client) {
      (client as ShopClient).onFailure = (error) => room.note(error);
      (client as ShopClient).onLost = () => pool.cutOffIdle();
      answerWithin(client, connectionTimeoutMillis);
      await client.query({ text: SET, values: [own.map(([name]) => name), own.map(([, value]) => value)] });
      answerWithin(client, options.answerTimeoutMillis ?? (await longestAnswer(client)));
    },
  });
  surviveBrokenConnections(pool);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const onBack = (back: () => void) => {
    pool.onBack = back;
  };
  async function close(): Promise<void> {
    await db.destroy();
    // The query builder ends a pool that it has used.
    if (!pool.ending) await pool.end();
  }
  return { pool, db, hasRoom: () => room.isThere(pool), onBack, close };
}

/**
 * Every statement finds its rows by an index from the first day on (decision 11): PostgreSQL keeps its plan for as long as a
 * connection, and while a table is small it would plan to read all of it. None is large enough to be worth compiling. What takes longer
 * than 15 seconds is given up.
 */
const SETTINGS = {
  enable_seqscan: 'off',
  jit: 'off',
  statement_timeout: '15s',
  idle_in_transaction_session_timeout: '15s',
};

/** How long an answer may take on a connection, in milliseconds, with the longest statement that its settings allow. */
async function longestAnswer(client: pg.ClientBase): Promise<number> {
  const { rows } = await client.query<{ ms: number }>(
    "select extract(epoch from current_setting('statement_timeout')::interval)::float8 * 1000 as ms",
  );
  const { ms } = rows[0]!;
  return ms === 0 ? LONG_ANSWER_MS : ms + ON_THE_WAY_MS;
}

const SET =
  'select set_config(name, value, false) from unnest($1::text[], $2::text[]) as settings (name, value)';

/**
 * Names of settings that the connection's URL chooses, as parameters, or that its options or PGOPTIONS do, as `-c name=value` or
 * `--name=value`: those count.
 */
function chosenSettings({ connectionString = '', options }: pg.PoolConfig): Set<string> {
  const [, query] = connectionString.split('?', 2);
  const parameters = new URLSearchParams(query);
  const chosen = parameters.get('options') ?? options ?? process.env.PGOPTIONS ?? '';
  const words = chosen.split(/\s+/).map((word) => word.replace(/^(?:-c|--)/, ''));
  const named = words.filter((word) => word.includes('='));
  const names = named.map((word) => word.slice(0, word.indexOf('=')).replaceAll('-', '_').toLowerCase());
  return new Set([...names, ...parameters.keys()]);
}

/**
 * A connection that breaks fails the query it carries, and is replaced by the pool. It also emits an error, which
 * ends the process when nobody listens, whether the connection is idle or in use.
 */
function surviveBrokenConnections(pool: pg.Pool): void {
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
}

type Connected = Parameters<pg.Pool['connect']>[0];

/**
 * A pool that hands a connection to who asked for it in their own asynchronous context, and not in that of who gave it back. It says
 * when the database is reached again that could not be.
 */
class FollowedPool extends pg.Pool {
  readonly #idle = new Set<ShopClient>();
  #isAway = false;
  onBack: () => void = () => {};

  constructor(config: pg.PoolConfig) {
    super(config);
    this.on('acquire', (client) => this.#idle.delete(client as unknown as ShopClient));
    this.on('release', (_, client) => this.#idle.add(client as unknown as ShopClient));
    this.on('remove', (client) => this.#idle.delete(client as unknown as ShopClient));
  }

  /** Where one connection has lost an answer, so will the others that were open then: each would cost a query and its patience. */
  cutOffIdle(): void {
    for (const client of this.#idle) client.cutOff();
    this.#idle.clear();
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | undefined {
    if (!callback) {
      const connecting = super.connect();
      connecting.then(
        () => this.#note(undefined),
        (error) => this.#note(error),
      );
      return connecting;
    }
    const followed = currentSpan() ? AsyncResource.bind(callback) : callback;
    super.connect((error, client, release) => {
      this.#note(error);
      followed(error, client, release);
    });
    return undefined;
  }

  #note(error: Error | undefined): void {
    const wasAway = this.#isAway;
    if (!error) this.#isAway = false;
    else if (!isPoolFull(error)) this.#isAway = true;
    if (wasAway && !error) this.onBack();
  }
}

/** The pool's own words, without a code: all of its connections were in use for as long as somebody waits for one. */
export function isPoolFull(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect';
}
