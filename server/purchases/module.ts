import type { Database } from '../ground/database/client.ts';
import type { Module } from '../ground/module.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { approvalMails } from './approval-mail-words.ts';
import { remindApprovers } from './approval-reminders.ts';
import { auditPurchases } from './audit.ts';
import { countOverdueHolds, releaseEndedHolds, warnEndingHolds } from './holds.ts';
import { purchaseMails } from './mail-words.ts';
import type { PurchaseTerms } from './request.ts';

interface Needs {
  database: Database;
  catalogue: Catalogue;
  terms: PurchaseTerms;
  jobSeconds: number;
}

export const purchases: Module<never, Needs> = {
  name: 'purchases',
  audit: auditPurchases,
  mails: { ...purchaseMails, ...approvalMails },
  events: {
    order_placed: ['orders', 'stock'],
    approval_asked: ['orders'],
    rules_skipped: ['orders'],
    approved: ['orders'],
    sent_back: ['orders'],
    order_deleted: ['orders', 'stock'],
    quantity_changed: ['orders', 'stock'],
    order_paid: ['orders', 'payments'],
    order_refunded: ['orders', 'payments', 'stock', 'reconciliation'],
    hold_ended: ['orders', 'stock'],
    stock_retaken: ['orders', 'stock'],
    promise_lost: ['orders', 'stock'],
    pieces_cancelled: ['orders', 'stock'],
    ship_to_changed: ['orders'],
    details_changed: ['orders'],
    cancel_asked: ['orders'],
    cancel_refused: ['orders'],
    note_added: ['orders'],
    buyer_told: ['orders'],
  },
  open: ({ database, catalogue, terms, jobSeconds: everySeconds }) => ({
    handlers: {},
    measures: [
      {
        name: 'shop_holds_overdue',
        help: 'Purchases that keep their stock more than ten minutes after the end of their hold',
        read: () => countOverdueHolds(database.db),
      },
    ],
    jobs: [
      { name: 'warn of ending holds', everySeconds, run: () => warnEndingHolds(database, terms) },
      { name: 'remind of approvals', everySeconds, run: () => remindApprovers(database, terms) },
      { name: 'release holds', everySeconds, run: () => releaseEndedHolds(database, catalogue) },
    ],
  }),
};
