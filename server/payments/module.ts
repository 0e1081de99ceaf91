import { sql } from 'kysely';
import type { Module } from '../module.ts';
import { auditPayments } from './audit.ts';
import { auditParts } from './audit-parts.ts';
import { carryOutRefunds } from './carry-out.ts';
import { paymentMails } from './mail-words.ts';
import type { Payments } from './payments.ts';
import { forgetPaymentProblems } from './problems.ts';
import { reconcile } from './reconcile.ts';
import { type PaymentCalls, paymentHandlers } from './routes.ts';
import { paymentStates } from './states.ts';
import type { PaymentContext } from './take-in.ts';
import type { WatchedProvider } from './watch.ts';

interface Needs extends PaymentContext {
  provider: WatchedProvider;
  payments: Payments;
  jobSeconds: number;
}

export const payments: Module<PaymentCalls, Needs> = {
  name: 'payments',
  audit: async (snapshot) => [...(await auditPayments(snapshot)), ...(await auditParts(snapshot))],
  mails: paymentMails,
  events: {
    payment_begun: ['payments'],
    payment_canceled: ['payments', 'reconciliation'],
    refund_due: ['payments', 'reconciliation'],
    pieces_refunded: ['orders', 'payments'],
    refund_failed: ['payments', 'reconciliation'],
    refund_refused: ['payments', 'reconciliation'],
    payment_part_refunded: ['payments', 'reconciliation'],
    payment_part_returned: ['payments', 'reconciliation'],
    payment_refunded: ['payments', 'reconciliation'],
    dispute_changed: ['payments', 'reconciliation'],
  },
  open({ database, catalogue, provider, payments, jobSeconds: everySeconds }) {
    return {
      handlers: paymentHandlers(database, payments),
      states: paymentStates(database.db),
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
