/** Schemas of lists and of the address book, each with an example. */
import { AddressChangeSchema, AddressSchema, NewAddressSchema } from '../address-book/schema.ts';
import {
  HandOverSchema,
  ListChangedSchema,
  ListChangeSchema,
  ListSchema,
  ListSummarySchema,
  NewListSchema,
} from '../lists/schema.ts';
import { ID, type Named, named, PRODUCT_ID, PURCHASE_ID, shipTo, TIME } from './examples.ts';

const listLine = {
  _id: ID,
  position: 1,
  productId: PRODUCT_ID,
  quantity: 200,
  raw: '200x AF-120-B',
  customerRef: 'FAN-7',
  designators: 'M1, M2',
};
const list = { _id: PURCHASE_ID, kind: 'saved' as const, name: 'Board A', version: 3, changedAt: TIME };

export const listsSchemas: Record<string, Named> = {
  List: named(ListSchema, { ...list, lines: [listLine] }),
  ListSummary: named(ListSummarySchema, { ...list, lineCount: 1 }),
  NewList: named(NewListSchema, { name: list.name, lines: [listLine] }),
  ListChange: named(ListChangeSchema, {
    version: 3,
    ops: [{ op: 'put', line: { ...listLine, quantity: 500 }, changed: ['quantity'] }],
  }),
  ListChanged: named(ListChangedSchema, { version: 4 }),
  HandOver: named(HandOverSchema, { userId: ID, keep: true }),
  Address: named(AddressSchema, { _id: ID, shipTo, isDefault: true, use: 'both' }),
  NewAddress: named(NewAddressSchema, { shipTo, isDefault: true }),
  AddressChange: named(AddressChangeSchema, { isDefault: true }),
};
