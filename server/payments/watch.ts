import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/client.ts';
import { ProviderFailure } from './failure.ts';
import { addPaymentProblem, type NewProblem } from './problems.ts';
import type { PaymentProvider } from './provider.ts';

/** Who is told of failures, besides the database that admins read them from. */
export interface Watchers {
  database: Database;
  log: FastifyBaseLogger;
  /** Counts a failure. */
  count(operation: string, kind: string): void;
}

export interface WatchedProvider extends PaymentProvider {
  /** Waits until all failures so far are kept. */
  settled(): Promise<void>;
}

/**
 * The provider, whose failures are logged with what it said, counted, and kept for admins. They are thrown as before: what
 * becomes of a payment or a job is not up to this.
 */
export function watchProvider(
  provider: PaymentProvider,
  { database, log, count }: Watchers,
): WatchedProvider {
  /** What the database has not been told yet, by call and kind: while it is being told, more of a kind adds up. */
  const untold = new Map<string, NewProblem>();
  let telling: Promise<void> | undefined;

  async function tell(): Promise<void> {
    for (const [key, problem] of untold) {
      untold.delete(key);
      await addPaymentProblem(database.db, problem).catch((error) =>
        log.warn({ err: error }, 'a problem with payments could not be kept'),
      );
    }
    telling = undefined;
  }

  function note(operation: string, failure: ProviderFailure): void {
    const { kind, said } = failure;
    count(operation, kind);
    log[failure.passes ? 'warn' : 'error']({ operation, kind, said }, 'the payment provider failed');
    const key = `${operation} ${kind}`;
    const at = new Date();
    const before = untold.get(key);
    untold.set(key, {
      operation,
      kind,
      said,
      times: (before?.times ?? 0) + 1,
      firstAt: before?.firstAt ?? at,
      lastAt: at,
    });
    telling ??= tell();
  }

  const watched = Object.entries(provider).map(
    ([operation, call]: [string, (...args: unknown[]) => unknown]) => [
      operation,
      (...args: unknown[]) => {
        const result = call(...args);
        if (!(result instanceof Promise)) return result;
        return result.catch((error) => {
          if (error instanceof ProviderFailure) note(operation, error);
          throw error;
        });
      },
    ],
  );
  return { ...Object.fromEntries(watched), settled: async () => telling };
}
