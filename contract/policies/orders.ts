import { adminsOnly, own, ownOrAll, ownOrAllForStaff } from '../reach.ts';

export const orderPolicy = {
  'order.place': own,
  'order.read': ownOrAllForStaff,
  'order.delete': ownOrAll,
  'order.refund': adminsOnly,
};
