import type { FastifyBaseLogger } from 'fastify';
import { Counter, type Registry } from 'prom-client';
import type { ProviderCall } from '#contract/payments/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { traced } from '../ground/tracing/span.ts';
import { ProviderFailure } from './failure.ts';
import { addPaymentProblem, type NewProblem } from './problems.ts';
import type { PaymentProvider } from './provider.ts';

/** Who is told of failures, besides the database that admins read them from. */
export interface Watchers {
  database: Database;
  log: FastifyBaseLogger;
  registry: Registry;
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
  { database, log, registry }: Watchers,
): WatchedProvider {
  const failures = new Counter({
    name: 'shop_payment_provider_failures_total',
    help: 'Calls at the payment provider that failed, by call and kind of failure',
    labelNames: ['operation', 'kind'],
    registers: [registry],
  });
  /** Failures that are not written yet, by call and kind: while a write is under way, more of a kind adds up. */
  const pending = new Map<string, NewProblem>();
  let flushing: Promise<void> | undefined;

  async function flush(): Promise<void> {
    for (const [key, problem] of pending) {
      pending.delete(key);
      await addPaymentProblem(database.db, problem).catch((error) =>
        log.warn({ err: error }, 'a problem with payments could not be kept'),
      );
    }
    flushing = undefined;
  }

  function note(operation: ProviderCall, failure: ProviderFailure): void {
    const { kind, said } = failure;
    failures.inc({ operation, kind });
    log[failure.passes ? 'warn' : 'error']({ operation, kind, said }, 'the payment provider failed');
    const key = `${operation} ${kind}`;
    const at = new Date();
    const before = pending.get(key);
    pending.set(key, {
      operation,
      kind,
      said,
      times: (before?.times ?? 0) + 1,
      firstAt: before?.firstAt ?? at,
      lastAt: at,
    });
    flushing ??= flush();
  }

  function watched<Args extends unknown[], Result>(
    operation: ProviderCall,
    call: (...args: Args) => Promise<Result>,
  ): (...args: Args) => Promise<Result> {
    return (...args) =>
      traced(`stripe ${operation}`, 'stripe', () => call(...args)).catch((error: unknown) => {
        if (error instanceof ProviderFailure) note(operation, error);
        throw error;
      });
  }

  // One by one: a call of the provider that is missing here does not compile.
  return {
    createIntent: watched('createIntent', provider.createIntent),
    getIntent: watched('getIntent', provider.getIntent),
    cancelIntent: watched('cancelIntent', provider.cancelIntent),
    refund: watched('refund', provider.refund),
    getRefunds: watched('getRefunds', provider.getRefunds),
    getDispute: watched('getDispute', provider.getDispute),
    listDisputes: watched('listDisputes', provider.listDisputes),
    listPaid: watched('listPaid', provider.listPaid),
    listRefunded: watched('listRefunded', provider.listRefunded),
    // Calls nobody.
    readEvent: provider.readEvent,
    settled: async () => flushing,
  };
}
