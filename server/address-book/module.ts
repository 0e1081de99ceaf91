import type { Database } from '../ground/database/client.ts';
import type { Module } from '../ground/module.ts';
import { auditAddresses } from './audit.ts';
import { type AddressBookCalls, addressBookHandlers } from './routes.ts';

export const addressBook: Module<AddressBookCalls, { database: Database }> = {
  name: 'address-book',
  audit: auditAddresses,
  open: ({ database }) => ({ handlers: addressBookHandlers(database) }),
};
