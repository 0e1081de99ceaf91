import type { Database } from '../ground/database/client.ts';
import type { Module } from '../ground/module.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { auditReceipts } from './audit.ts';
import { fillDemo } from './demo.ts';
import { receiptMails } from './mail-words.ts';
import { withdrawLate } from './queries.ts';
import { type ReceiptCalls, receiptHandlers } from './routes.ts';

/** How often deliveries are looked for whose day has passed. */
const LATE_SECONDS = 60;

export const receipts: Module<ReceiptCalls, { database: Database; catalogue: Catalogue }> = {
  name: 'receipts',
  demo: fillDemo,
  audit: auditReceipts,
  mails: receiptMails,
  events: {
    receipt_added: ['stock'],
    receipt_changed: ['stock'],
    receipt_removed: ['stock'],
    promise_filled: ['orders', 'stock'],
  },
  open: ({ database, catalogue }) => ({
    handlers: receiptHandlers(database, catalogue),
    jobs: [
      {
        name: 'withdraw late deliveries',
        everySeconds: LATE_SECONDS,
        run: async () => catalogue.refresh(await withdrawLate(database.db)),
      },
    ],
  }),
};
