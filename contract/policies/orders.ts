import { adminsOnly, own, ownOrAll } from '../reach.ts';

export const orderPolicy = {
  'order.place': own,
  'order.read': ownOrAll,
  'order.delete': ownOrAll,
  'order.refund': adminsOnly,
};
