import type { CallName } from '#contract/api.ts';
import { accountRows } from '../../server/accounts/access-rows.ts';
import { addressBookRows } from '../../server/address-book/access-rows.ts';
import { categoryRows } from '../../server/categories/access-rows.ts';
import { deskRows } from '../../server/desk/access-rows.ts';
import { fileRows } from '../../server/files/access-rows.ts';
import { imageRows } from '../../server/images/access-rows.ts';
import { importRows } from '../../server/imports/access-rows.ts';
import { documentRows } from '../../server/invoices/access-rows.ts';
import { lineRows } from '../../server/lines/access-rows.ts';
import { listRows } from '../../server/lists/access-rows.ts';
import { orderRows, purchaseRows } from '../../server/orders/access-rows.ts';
import { paymentRows } from '../../server/payments/access-rows.ts';
import { productRows } from '../../server/products/access-rows.ts';
import { receiptRows } from '../../server/receipts/access-rows.ts';
import { returnRows } from '../../server/returns/access-rows.ts';
import { reviewRows } from '../../server/reviews/access-rows.ts';
import { secondFactorRows } from '../../server/second-factor/access-rows.ts';
import { settingRows } from '../../server/settings/access-rows.ts';
import { shipmentRows } from '../../server/shipping/access-rows.ts';

import { statusRows } from '../../server/status/access-rows.ts';

import { stockRows } from '../../server/stock/access-rows.ts';
import type { Rows } from './row.ts';

/** The rows of every call. A missing call is a compile error and fails the test. */
export const rows: Rows<CallName> = {
  ...productRows,
  ...categoryRows,
  ...importRows,
  ...receiptRows,
  ...stockRows,
  ...listRows,
  ...addressBookRows,
  ...lineRows,
  ...orderRows,
  ...purchaseRows,
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
