import { adminsOnly, staffOnly } from '../kernel/reach.ts';

export const deskPolicy = {
  /** Money and figures of the whole shop, sums over orders, and mails. */
  'desk.readOverview': adminsOnly,
  'desk.readPurchases': staffOnly,
};
