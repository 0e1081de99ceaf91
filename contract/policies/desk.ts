import { adminsOnly, staffOnly } from '../reach.ts';

export const deskPolicy = {
  /** Money and figures of the whole shop, and mails. */
  'desk.readOverview': adminsOnly,
  'desk.readPurchases': staffOnly,
};
