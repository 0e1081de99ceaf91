import { z } from 'zod';
import { call } from '../kernel/call.ts';
import { InsertedSchema, ModifiedSchema } from '../kernel/fields.ts';
import {
  AssignedListsSchema,
  BuyerGroupSchema,
  CompanyListsSchema,
  MOST_PRICES,
  NewBuyerGroupSchema,
  NewPriceListSchema,
  OfferSchema,
  OffersQuerySchema,
  PRICES_MAX_BYTES,
  PriceListChangeSchema,
  PriceListPageSchema,
  PriceListSchema,
  PriceListsQuerySchema,
} from './schema.ts';

/** The calls about what parts cost a buyer, and about the price lists that say so. */
export const priceListCalls = {
  listOffers: call('GET /offers', {
    may: 'offer.read',
    tag: 'Catalogue',
    summary: 'What parts cost the buyer who asks, and by which list; `ids` are separated by commas',
    query: OffersQuerySchema,
    output: z.array(OfferSchema),
  }),
  listPriceLists: call('GET /price-lists', {
    may: 'priceList.read',
    tag: 'Prices',
    summary: 'Price lists, the newest first',
    query: PriceListsQuerySchema,
    output: z.array(PriceListSchema),
  }),
  getPriceList: call('GET /price-lists/:id', {
    may: 'priceList.read',
    tag: 'Prices',
    summary: 'A price list with a page of its prices: of 100 parts, those after the part `after`',
    query: PriceListsQuerySchema.pick({ after: true }),
    output: PriceListPageSchema,
    refuses: ['not_found'],
  }),
  addPriceList: call('POST /price-lists', {
    may: 'priceList.write',
    tag: 'Prices',
    summary: 'Add a price list: with prices, or with a percentage off all list prices',
    body: NewPriceListSchema,
    most: { prices: MOST_PRICES },
    bodyBytes: PRICES_MAX_BYTES,
    output: InsertedSchema,
    creates: true,
  }),
  changePriceList: call('PATCH /price-lists/:id', {
    may: 'priceList.write',
    tag: 'Prices',
    summary: 'Change a price list, and prices of some of its parts',
    body: PriceListChangeSchema,
    most: { prices: MOST_PRICES, removed: MOST_PRICES },
    bodyBytes: PRICES_MAX_BYTES,
    output: ModifiedSchema,
    refuses: ['not_found'],
  }),
  setCompanyLists: call('PUT /companies/:id/price-lists', {
    may: 'priceList.write',
    tag: 'Prices',
    summary: 'Say which price lists count for a company, the first first, and which group it belongs to',
    body: CompanyListsSchema,
    output: ModifiedSchema,
    refuses: ['not_found'],
  }),
  listBuyerGroups: call('GET /buyer-groups', {
    may: 'priceList.read',
    tag: 'Prices',
    summary: 'Groups of buyers by name, with their price lists',
    output: z.array(BuyerGroupSchema),
  }),
  addBuyerGroup: call('POST /buyer-groups', {
    may: 'priceList.write',
    tag: 'Prices',
    summary: 'Add a group of buyers',
    body: NewBuyerGroupSchema,
    output: InsertedSchema,
    creates: true,
  }),
  setGroupLists: call('PUT /buyer-groups/:id/price-lists', {
    may: 'priceList.write',
    tag: 'Prices',
    summary: 'Say which price lists count for a group of buyers, the first first',
    body: AssignedListsSchema,
    output: ModifiedSchema,
    refuses: ['not_found'],
  }),
};
