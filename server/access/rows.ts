import type { CallName } from '#contract/api.ts';
import { accountRows } from '../accounts/access-rows.ts';
import { imageRows } from '../images/access-rows.ts';
import { orderRows } from '../orders/access-rows.ts';
import { paymentRows } from '../payments/access-rows.ts';
import { productRows } from '../products/access-rows.ts';
import { reviewRows } from '../reviews/access-rows.ts';
import { statusRows } from '../status/access-rows.ts';
import type { Rows } from './row.ts';

/** Every call's rows. A call that is missing here does not compile, and fails the test. */
export const rows: Rows<CallName> = {
  ...productRows,
  ...orderRows,
  ...paymentRows,
  ...accountRows,
  ...reviewRows,
  ...imageRows,
  ...statusRows,
};
