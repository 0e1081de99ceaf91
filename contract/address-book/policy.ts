import { having, own } from '../kernel/reach.ts';

/** Nobody changes another buyer's address book, not even an admin. Staff who order for a buyer see it ('purchase.placeFor'). */
export const addressBookPolicy = {
  'address.read': own,
  'address.write': having('address.manage', own),
};
