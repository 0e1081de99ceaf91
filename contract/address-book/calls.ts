import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { DeletedSchema, InsertedSchema, ModifiedSchema } from '../kernel/fields.ts';
import { AddressChangeSchema, AddressListQuerySchema, AddressSchema, NewAddressSchema } from './schema.ts';

const call = callsOf('Addresses');

/** The calls about the addresses that somebody ships to. */
export const addressBookCalls = {
  listAddresses: call('GET /addresses', {
    may: 'address.read',
    summary: 'The caller’s address book, oldest first, or by staff that of the buyer that they order for',
    query: AddressListQuerySchema,
    output: z.array(AddressSchema),
    refuses: ['forbidden', 'not_found'],
  }),
  addAddress: call('POST /addresses', {
    may: 'address.write',
    summary: 'Add an address to the address book',
    body: NewAddressSchema,
    output: InsertedSchema,
    creates: true,
    refuses: ['addresses_full'],
  }),
  changeAddress: call('PATCH /addresses/:id', {
    may: 'address.write',
    summary: 'Change an address, or make it the default; purchases keep theirs',
    body: AddressChangeSchema,
    output: ModifiedSchema,
    refuses: ['not_found', 'addresses_full'],
  }),
  removeAddress: call('DELETE /addresses/:id', {
    may: 'address.write',
    summary: 'Delete an address; purchases keep theirs',
    output: DeletedSchema,
  }),
};
