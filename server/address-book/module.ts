import type { Database } from '../database/client.ts';
import type { Module } from '../module.ts';
import { auditAddresses } from './audit.ts';
import { type AddressBookCalls, addressBookHandlers } from './routes.ts';

export const addressBook: Module<AddressBookCalls, { database: Database }> = {
  name: 'address-book',
  audit: auditAddresses,
  open: ({ database }) => ({ handlers: addressBookHandlers(database) }),
};
