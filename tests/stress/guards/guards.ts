import { accountGuards } from './accounts.ts';
import { addressBookGuards } from './address-book.ts';
import { archiveGuards } from './archive.ts';
import { backupGuards } from './backup.ts';
import { browserGuards } from './browser.ts';
import { constraintGuards } from './constraints.ts';
import { deskGuards } from './desk.ts';
import { failoverGuards } from './failover.ts';
import type { Guard } from './guard.ts';
import { holdGuards } from './holds.ts';
import { importGuards } from './imports.ts';
import { inputGuards } from './input.ts';
import { invoiceGuards } from './invoices.ts';
import { lineGuards } from './lines.ts';
import { listGuards } from './lists.ts';
import { mailGuards } from './mail.ts';
import { orderGuards } from './orders.ts';
import { passkeyGuards } from './passkeys.ts';
import { paymentGuards } from './payments.ts';
import { peopleGuards } from './people.ts';
import { placingGuards } from './placing.ts';
import { processGuards } from './processes.ts';
import { productGuards } from './products.ts';
import { receiptGuards } from './receipts.ts';
import { refundGuards } from './refunds.ts';
import { replicaGuards } from './replica.ts';
import { runningGuards } from './running.ts';
import { securityGuards } from './security.ts';
import { settingGuards } from './settings.ts';
import { shippingGuards } from './shipping.ts';
import { stockGuards } from './stock.ts';
import { togetherGuards } from './together.ts';
import { tracingGuards } from './tracing.ts';
import { upgradeGuards } from './upgrades.ts';
import { uploadGuards } from './uploads.ts';

/** Every guard that `npm run guards` takes away. */
export const guards: Guard[] = [
  ...placingGuards,
  ...togetherGuards,
  ...holdGuards,
  ...orderGuards,
  ...productGuards,
  ...constraintGuards,
  ...passkeyGuards,
  ...paymentGuards,
  ...refundGuards,
  ...invoiceGuards,
  ...mailGuards,
  ...accountGuards,
  ...peopleGuards,
  ...archiveGuards,
  ...backupGuards,
  ...processGuards,
  ...uploadGuards,
  ...replicaGuards,
  ...browserGuards,
  ...deskGuards,
  ...failoverGuards,
  ...runningGuards,
  ...securityGuards,
  ...tracingGuards,
  ...inputGuards,
  ...importGuards,
  ...addressBookGuards,
  ...receiptGuards,
  ...stockGuards,
  ...settingGuards,
  ...shippingGuards,
  ...listGuards,
  ...lineGuards,
  ...upgradeGuards,
];
