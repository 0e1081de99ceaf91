import type { CallName } from '#contract/api.ts';
import type { Rows } from '../row.ts';
import { accountRows } from './accounts.ts';
import { addressBookRows } from './address-book.ts';
import { approvalRows } from './approvals.ts';
import { categoryRows } from './categories.ts';
import { companyRows } from './companies.ts';
import { deskRows } from './desk.ts';
import { fileRows } from './files.ts';
import { imageRows } from './images.ts';
import { importRows } from './imports.ts';
import { documentRows } from './invoices.ts';
import { lineRows } from './lines.ts';
import { listRows } from './lists.ts';
import { orderRows, purchaseRows } from './orders.ts';
import { paymentRows } from './payments.ts';
import { priceListRows } from './price-lists.ts';
import { productRows } from './products.ts';
import { receiptRows } from './receipts.ts';
import { returnRows } from './returns.ts';
import { reviewRows } from './reviews.ts';
import { secondFactorRows } from './second-factor.ts';
import { settingRows } from './settings.ts';
import { shipmentRows } from './shipping.ts';
import { statusRows } from './status.ts';
import { stockRows } from './stock.ts';

/** The rows of every call. A missing call is a compile error and fails the test. */
export const rows: Rows<CallName> = {
  ...productRows,
  ...categoryRows,
  ...importRows,
  ...receiptRows,
  ...stockRows,
  ...listRows,
  ...addressBookRows,
  ...companyRows,
  ...priceListRows,
  ...lineRows,
  ...orderRows,
  ...purchaseRows,
  ...approvalRows,
  ...shipmentRows,
  ...returnRows,
  ...deskRows,
  ...documentRows,
  ...paymentRows,
  ...accountRows,
  ...secondFactorRows,
  ...reviewRows,
  ...imageRows,
  ...fileRows,
  ...settingRows,
  ...statusRows,
};
