import { adminsOnly, type Monitor, staffOnly } from '../reach.ts';

export const shopPolicy = {
  /** The pages of the shop's day, which are not for customers. */
  'shop.work': staffOnly,
  /** Of orders and stock. */
  'log.read': staffOnly,
  /** Also of people, of payments, and why the bank refuses money. */
  'log.readAll': adminsOnly,
  'metrics.read': (_who: Monitor) => 'all' as const,
};
