import { adminsOnly, having, own, ownOrAll, ownOrAllForStaff } from '../kernel/reach.ts';

export const orderPolicy = {
  'order.place': having('purchase.place', own),
  'order.read': ownOrAllForStaff,
  // Sums over orders are money (docs/decisions/0036).
  'order.sum': ownOrAll,
  'order.delete': having('purchase.place', ownOrAll),
  'order.refund': adminsOnly,
};
