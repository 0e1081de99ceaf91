import { own } from '../kernel/reach.ts';

/** Nobody sees or changes another person's address book, not even an admin. */
export const addressBookPolicy = {
  'address.read': own,
  'address.write': own,
};
