/** Schemas of price lists and of offers, each with an example. */
import { PriceRowsAskSchema, PriceRowsSchema } from '../imports/price-rows.ts';
import { readMessage, say } from '../kernel/field-message.ts';
import { PriceEffectAskSchema, PriceEffectSchema } from '../price-lists/effect.ts';
import {
  AssignedListsSchema,
  BuyerGroupSchema,
  CompanyListsNowSchema,
  CompanyListsSchema,
  NewBuyerGroupSchema,
  NewPriceListSchema,
  OfferSchema,
  PriceListChangeSchema,
  PriceListPageSchema,
  PriceListSchema,
  PriceListUndoneSchema,
} from '../price-lists/schema.ts';
import { facts, ID, type Named, named, PRODUCT_ID, TIME } from './examples.ts';

const priceBreaks = [{ from: 1000, price: 3.5 }];
const list = {
  ...{ _id: ID, name: 'Acme 2027', currency: 'USD', validFrom: '2027-01-01', validTo: '2027-12-31' },
  ...{ parts: 1, version: 1, createdAt: TIME },
};

export const priceSchemas: Record<string, Named> = {
  Offer: named(OfferSchema, {
    ...{ productId: PRODUCT_ID, price: 3.7, priceBreaks },
    source: { kind: 'company', id: ID, name: 'Acme 2027' },
  }),
  NewPriceList: named(NewPriceListSchema, {
    ...{ name: 'Acme 2027', validFrom: '2027-01-01', validTo: '2027-12-31' },
    prices: [
      { productId: PRODUCT_ID, price: 3.7 },
      { productId: PRODUCT_ID, from: 1000, price: 3.5 },
    ],
  }),
  PriceListChange: named(PriceListChangeSchema, { prices: [{ productId: PRODUCT_ID, price: 3.65 }] }),
  PriceList: named(PriceListSchema, list),
  PriceListPage: named(PriceListPageSchema, {
    ...list,
    prices: [
      { productId: PRODUCT_ID, sku: facts.sku, name: '120 mm fan', price: 3.7, priceBreaks, listPrice: 3.85 },
    ],
    companies: [{ _id: ID, name: 'Acme' }],
    groups: [],
    changes: [{ _id: ID, createdAt: TIME, priced: 1, removed: 0 }],
  }),
  PriceListUndone: named(PriceListUndoneSchema, { restored: 41, left: 1, leftSkus: [facts.sku] }),
  PriceEffectAsk: named(PriceEffectAskSchema, {
    listId: ID,
    prices: [{ productId: PRODUCT_ID, price: 3.65 }],
  }),
  PriceEffect: named(PriceEffectSchema, {
    dearer: 0,
    cheaper: 1,
    same: 0,
    former: 1,
    belowFormer: 1,
    losesBreaks: 1,
    lostBreaks: [{ productId: PRODUCT_ID, sku: facts.sku, from: [1000] }],
    largest: [{ productId: PRODUCT_ID, sku: facts.sku, quantity: 1, before: 3.7, after: 3.65 }],
  }),
  PriceRowsAsk: named(PriceRowsAskSchema, {
    rows: [
      { row: 1, cells: ['SKU', 'Price'] },
      { row: 2, cells: [facts.sku, 3.65] },
      { row: 3, cells: ['NB-0', 1] },
    ],
  }),
  PriceRows: named(PriceRowsSchema, {
    ...{ headers: 0, columns: ['sku', 'price'], missing: [] },
    ...{ prices: [{ productId: PRODUCT_ID, from: 1, price: 3.65 }], parts: 1 },
    refused: [{ row: 3, part: 'NB-0', ...readMessage(say('price_row_unknown', { number: 'NB-0' })) }],
    ...{ refusedRows: 1, asksDecimal: false },
  }),
  AssignedLists: named(AssignedListsSchema, { ids: [ID] }),
  CompanyLists: named(CompanyListsSchema, { ids: [ID] }),
  CompanyListsNow: named(CompanyListsNowSchema, {
    ids: [ID],
    lists: [{ _id: ID, name: 'Acme 2027' }],
    groupId: ID,
    group: { name: 'Resellers', lists: [] },
    version: 1,
  }),
  NewBuyerGroup: named(NewBuyerGroupSchema, { name: 'Resellers' }),
  BuyerGroup: named(BuyerGroupSchema, { _id: ID, name: 'Resellers', priceLists: [ID], version: 1 }),
};
