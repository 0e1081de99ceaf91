import type { CallName } from '#contract/api.ts';
import { accountRows } from '../../server/accounts/access-rows.ts';
import { categoryRows } from '../../server/categories/access-rows.ts';
import { imageRows } from '../../server/images/access-rows.ts';
import { orderRows } from '../../server/orders/access-rows.ts';
import { paymentRows } from '../../server/payments/access-rows.ts';
import { productRows } from '../../server/products/access-rows.ts';
import { reviewRows } from '../../server/reviews/access-rows.ts';
import { statusRows } from '../../server/status/access-rows.ts';
import type { Rows } from './row.ts';

/** The rows of every call. A missing call is a compile error and fails the test. */
export const rows: Rows<CallName> = {
  ...productRows,
  ...categoryRows,
  ...orderRows,
  ...paymentRows,
  ...accountRows,
  ...reviewRows,
  ...imageRows,
  ...statusRows,
};
