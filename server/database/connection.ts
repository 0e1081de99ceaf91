import { createHash } from 'node:crypto';
import pg from 'pg';
import { failureOf } from '../tracing/span.ts';
import { beginStatement } from '../tracing/statement.ts';
import { whenAnswered } from './when-answered.ts';

/** What PostgreSQL calls the place where a commit waits for a standby (src/backend/replication/syncrep.c). */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN';
/** SQLSTATE of a commit of which nobody knows whether it lasts. */
const RESOLUTION_UNKNOWN = '08007';

/** Names of statements by their text. Bounded: texts beyond the bound (lists of varying length) stay unnamed. */
const names = new Map<string, string>();
const MOST_NAMES = 500;

/**
 * Fails a commit whose wait for a synchronous standby was cancelled: PostgreSQL reports it as done, with a warning that it may be
 * lost with its machine. What may be lost is not acknowledged; a repeat under the same Idempotency-Key finds what became of it.
 *
 * Names each parameterised statement, so that PostgreSQL parses and plans it once per connection: measured, it doubles
 * the rate of small queries, and Kysely has no setting for it.
 */
export class ShopClient extends pg.Client {
  /** Whether the statement that runs was told to be on no standby. */
  #isUnreplicated = false;

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('notice', ({ routine }) => {
      if (routine === WAIT_FOR_STANDBY) this.#isUnreplicated = true;
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: pg declares a dozen overloads of which one is extended here
  override query(...args: any[]): any {
    const [text, values] = args;
    let name: string | undefined;
    if (typeof text === 'string' && Array.isArray(values) && values.length > 0) {
      name = nameOf(text);
      if (name) args.splice(0, 2, { name, text, values });
    }
    const query = super.query as (...rest: unknown[]) => unknown;
    const span = typeof text === 'string' ? beginStatement(text, name) : undefined;
    const settle = (error: unknown) => {
      const failure = error || this.#lossOfCommit();
      span?.end(failure ? failureOf(failure) : undefined);
      return failure;
    };
    return whenAnswered(settle, args, (all) => query.apply(this, all));
  }

  #lossOfCommit(): Error | undefined {
    if (!this.#isUnreplicated) return undefined;
    this.#isUnreplicated = false;
    return Object.assign(new Error('a commit is not known to be on a standby'), { code: RESOLUTION_UNKNOWN });
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
