import { having, own } from '../kernel/reach.ts';

/** Nobody sees or changes another buyer's address book, not even an admin. */
export const addressBookPolicy = {
  'address.read': own,
  'address.write': having('address.manage', own),
};
