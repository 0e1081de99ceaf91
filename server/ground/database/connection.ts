import { createHash } from 'node:crypto';
import type { Duplex } from 'node:stream';
import pg from 'pg';
import { endSpan, failureOf } from '../tracing/span.ts';
import { beginStatement } from '../tracing/statement.ts';

/** What PostgreSQL calls the place where a commit waits for a standby (src/backend/replication/syncrep.c). */
const WAIT_FOR_STANDBY = 'SyncRepWaitForLSN';
/** SQLSTATE of a commit of which nobody knows whether it lasts. */
const RESOLUTION_UNKNOWN = '08007';
/** SQLSTATE of a connection that has failed. */
const CONNECTION_FAILURE = '08006';
/** What pg says of a query that has had no answer for as long as it waits for one. */
const UNANSWERED = 'Query read timeout';

/** Names of statements by their text. Bounded: texts beyond the bound (lists of varying length) stay unnamed. */
const names = new Map<string, string>();
const MOST_NAMES = 500;

/**
 * Fails a commit whose wait for a synchronous standby was cancelled: PostgreSQL reports it as done, with a warning that it may be
 * lost with its machine. What may be lost is not acknowledged; a repeat under the same Idempotency-Key finds what became of it.
 *
 * Names each parameterised statement, so that PostgreSQL parses and plans it once per connection: measured, it doubles
 * the rate of small queries, and Kysely has no setting for it.
 *
 * Ends a connection on which an answer has not come in time: it is lost on the way, and what is sent next would wait behind it.
 */
export class ShopClient extends pg.Client {
  /** Whether the statement that runs was told to be on no standby. */
  #isUnreplicated = false;
  /** Whether an answer has not come. */
  #isLost = false;

  /** Is told what a query has failed with. */
  onFailure: (error: unknown) => void = () => {};
  /** Is told when an answer has not come in time. */
  onLost: () => void = () => {};

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
      const failure = this.#lossOfAnswer(error) || error || this.#lossOfCommit();
      if (failure) this.onFailure(failure);
      if (span) endSpan(span, failure ? failureOf(failure) : undefined);
      return failure;
    };
    return whenAnswered(settle, args, (all) => query.apply(this, all));
  }

  #lossOfAnswer(error: unknown): Error | undefined {
    if (error instanceof Error && error.message === UNANSWERED && !this.#isLost) {
      this.#isLost = true;
      // With a query under way, pg cuts the connection off, and the pool does not hand it out again.
      this.end().catch(() => {});
      this.onLost();
    }
    if (!error || !this.#isLost) return undefined;
    return Object.assign(new Error('the database has not answered in time'), { code: CONNECTION_FAILURE });
  }

  /** Ends the connection without a word to the other side, which may be gone. Its pool replaces it. */
  cutOff(): void {
    const { connection } = this as unknown as { connection: { stream: Duplex } };
    connection.stream.destroy(new Error('the connection is of before answers were lost'));
  }

  #lossOfCommit(): Error | undefined {
    if (!this.#isUnreplicated) return undefined;
    this.#isUnreplicated = false;
    return Object.assign(new Error('a commit is not known to be on a standby'), { code: RESOLUTION_UNKNOWN });
  }
}

/** How long to wait for the answer of what reads or writes all of a large shop, in milliseconds: a day. */
export const LONG_ANSWER_MS = 24 * 60 * 60_000;

/** Sets for how many milliseconds the queries that follow on a connection wait for their answers. */
export function answerWithin(client: pg.ClientBase, ms: number): void {
  const { connectionParameters } = client as unknown as { connectionParameters: pg.ClientConfig };
  connectionParameters.query_timeout = ms;
}

function nameOf(text: string): string | undefined {
  let name = names.get(text);
  if (name === undefined && names.size < MOST_NAMES) {
    name = createHash('sha1').update(text).digest('hex').slice(0, 20);
    names.set(text, name);
  }
  return name;
}

/**
 * Calls `settle` with a query's error, or undefined, and fails the query with what it returns. A query without a callback and a promise,
 * such as a cursor, is settled at once.
 */
function whenAnswered(
  settle: (error: unknown) => unknown,
  args: unknown[],
  query: (args: unknown[]) => unknown,
): unknown {
  const callback = args.at(-1);
  if (typeof callback === 'function') {
    return query([
      ...args.slice(0, -1),
      (error: unknown, ...rest: unknown[]) => callback(settle(error), ...rest),
    ]);
  }
  const answer = query(args);
  if (!(answer instanceof Promise)) {
    settle(undefined);
    return answer;
  }
  return answer.then(
    (result) => {
      const failure = settle(undefined);
      if (failure) throw failure;
      return result;
    },
    (error) => {
      throw settle(error);
    },
  );
}
