import { sql } from 'kysely';
import type { Module } from '../ground/module.ts';
import { auditPayments } from './audit.ts';
import { carryOutRefunds } from './carry-out.ts';
import { paymentMails } from './mail-words.ts';
import { paymentMeasures } from './measures.ts';
import type { PayingContext } from './pay.ts';
import { forgetPaymentProblems } from './problems.ts';
import { reconcile } from './reconcile.ts';
import { type PaymentCalls, paymentHandlers } from './routes.ts';
import type { WatchedProvider } from './watch.ts';

interface Needs extends PayingContext {
  provider: WatchedProvider;
  jobSeconds: number;
}

export const payments: Module<PaymentCalls, Needs> = {
  name: 'payments',
  audit: auditPayments,
  mails: paymentMails,
  events: {
    payment_begun: ['payments'],
    payment_declined: ['payments'],
    payment_canceled: ['payments', 'reconciliation'],
    payment_unknown: ['payments', 'reconciliation'],
    refund_due: ['payments', 'reconciliation'],
    pieces_refunded: ['orders', 'payments'],
    refund_failed: ['payments', 'reconciliation'],
    refund_refused: ['payments', 'reconciliation'],
    refund_withdrawn: ['payments', 'reconciliation'],
    payment_part_refunded: ['payments', 'reconciliation'],
    payment_part_returned: ['payments', 'reconciliation'],
    payment_refunded: ['payments', 'reconciliation'],
    dispute_changed: ['payments', 'reconciliation'],
  },
  open({ database, catalogue, provider, terms, jobSeconds: everySeconds }) {
    return {
      handlers: paymentHandlers({ database, catalogue, provider, terms }),
      measures: paymentMeasures(database.db),
      jobs: [
        {
          name: 'reconcile payments',
          everySeconds,
          run: () => reconcile({ database, catalogue, provider, olderThanSeconds: everySeconds }),
        },
        {
          name: 'carry out refunds',
          everySeconds: Math.min(everySeconds, 15),
          run: () => carryOutRefunds({ database, catalogue, provider }),
        },
      ],
      async forget() {
        await sql`delete from provider_events where received_at < now() - interval '90 days'`.execute(
          database.db,
        );
        await forgetPaymentProblems(database.db);
      },
      close: () => provider.settled(),
    };
  },
};
