import { adminsOnly, own, ownOrAll, ownOrAllForStaff } from '../reach.ts';

export const orderPolicy = {
  'order.place': own,
  'order.read': ownOrAllForStaff,
  // Sums over orders are money (docs/decisions/0036).
  'order.sum': ownOrAll,
  'order.delete': ownOrAll,
  'order.refund': adminsOnly,
};
