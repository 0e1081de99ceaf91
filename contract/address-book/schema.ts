import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { IdSchema } from '../kernel/fields.ts';
import { KeptShipToSchema, ShipToSchema } from './ship-to.ts';

/** The most addresses in somebody's address book, and their bytes together. */
export const MOST_ADDRESSES = 100;
export const MOST_ADDRESS_BYTES = 128 * 1024;

/** What an address is for: goods, invoices, or both. */
const ADDRESS_USES = ['ship', 'bill', 'both'] as const;

/** An address of somebody's address book. One of them at most is the default, which a new purchase goes to. */
export const AddressSchema = z.object({
  _id: IdSchema,
  shipTo: KeptShipToSchema,
  isDefault: z.boolean(),
  use: z.enum(ADDRESS_USES),
});
export type Address = z.infer<typeof AddressSchema>;

export const AddressListQuerySchema = z.object({ buyerId: IdSchema.optional() });

export const NewAddressSchema = z.object({
  shipTo: ShipToSchema,
  /** Takes the place of the default there was. One that is for invoices only cannot be the default. */
  isDefault: z.boolean().optional(),
  /** A new one without it is for goods. */
  use: z.enum(ADDRESS_USES, say('address_use')).optional(),
});
export type NewAddress = z.infer<typeof NewAddressSchema>;

export const AddressChangeSchema = NewAddressSchema.partial().refine(
  (change) => Object.keys(change).length > 0,
  say('no_change'),
);
export type AddressChange = z.infer<typeof AddressChangeSchema>;
