import { adminsOnly, own, ownOrAll, ownOrAllForStaff } from '../kernel/reach.ts';

export const orderPolicy = {
  'order.place': own,
  'order.read': ownOrAllForStaff,
  // Sums over orders are money (docs/decisions/0036).
  'order.sum': ownOrAll,
  'order.delete': ownOrAll,
  'order.refund': adminsOnly,
};
