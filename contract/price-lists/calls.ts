import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { InsertedSchema, ModifiedSchema } from '../kernel/fields.ts';
import { PriceEffectAskSchema, PriceEffectSchema } from './effect.ts';
import {
  AssignedListsSchema,
  BuyerGroupSchema,
  CompanyListsNowSchema,
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
  PriceListUndoneSchema,
} from './schema.ts';

const call = callsOf('Prices');

/** The calls about what parts cost a buyer, and about the price lists that say so. */
export const priceListCalls = {
  listOffers: call('GET /offers', {
    may: 'offer.read',
    tag: 'Catalogue',
    summary:
      'What parts cost the buyer who asks, by which list, and the company’s own numbers of them; `ids` are separated by commas',
    query: OffersQuerySchema,
    output: z.array(OfferSchema),
  }),
  listPriceLists: call('GET /price-lists', {
    may: 'priceList.read',
    summary: 'Price lists, the newest first',
    query: PriceListsQuerySchema,
    output: z.array(PriceListSchema),
  }),
  getPriceList: call('GET /price-lists/:id', {
    may: 'priceList.read',
    summary: 'A price list with a page of its prices: of 100 parts, those after the part `after`',
    query: PriceListsQuerySchema.pick({ after: true }),
    output: PriceListPageSchema,
    refuses: ['not_found'],
  }),
  addPriceList: call('POST /price-lists', {
    may: 'priceList.write',
    summary: 'Add a price list: with prices, or with a percentage off all list prices',
    body: NewPriceListSchema,
    most: { prices: MOST_PRICES },
    bodyBytes: PRICES_MAX_BYTES,
    output: InsertedSchema,
    creates: true,
  }),
  changePriceList: call('PATCH /price-lists/:id', {
    may: 'priceList.write',
    summary: 'Change a price list, and prices of some of its parts',
    body: PriceListChangeSchema,
    most: { prices: MOST_PRICES, removed: MOST_PRICES },
    bodyBytes: PRICES_MAX_BYTES,
    output: ModifiedSchema,
    refuses: ['not_found', 'changed_meanwhile'],
  }),
  undoPriceListChange: call('POST /price-lists/:id/changes/:changeId/undo', {
    may: 'priceList.write',
    summary: 'Put back the prices that a change of a list replaced, of parts that were not changed since',
    output: PriceListUndoneSchema,
    status: 200,
    refuses: ['not_found', 'already_undone', 'changed_meanwhile'],
  }),
  readPriceEffect: call('POST /price-lists/effect', {
    may: 'priceList.write',
    summary: 'What a change of a price list, or a new one, would do to prices; nothing is saved',
    body: PriceEffectAskSchema,
    most: { prices: MOST_PRICES, removed: MOST_PRICES },
    bodyBytes: PRICES_MAX_BYTES,
    output: PriceEffectSchema,
    status: 200,
    refuses: ['not_found'],
  }),
  getCompanyLists: call('GET /companies/:id/price-lists', {
    may: 'priceList.read',
    summary: 'The price lists of a company, in the order in which they count, and its group',
    output: CompanyListsNowSchema,
    refuses: ['not_found'],
  }),
  setCompanyLists: call('PUT /companies/:id/price-lists', {
    may: 'priceList.write',
    summary: 'Say which price lists count for a company, the first first, and which group it belongs to',
    body: CompanyListsSchema,
    output: ModifiedSchema,
    refuses: ['not_found', 'changed_meanwhile'],
  }),
  listBuyerGroups: call('GET /buyer-groups', {
    may: 'priceList.read',
    summary: 'Groups of buyers by name, with their price lists',
    output: z.array(BuyerGroupSchema),
  }),
  addBuyerGroup: call('POST /buyer-groups', {
    may: 'priceList.write',
    summary: 'Add a group of buyers',
    body: NewBuyerGroupSchema,
    output: InsertedSchema,
    creates: true,
  }),
  setGroupLists: call('PUT /buyer-groups/:id/price-lists', {
    may: 'priceList.write',
    summary: 'Say which price lists count for a group of buyers, the first first',
    body: AssignedListsSchema,
    output: ModifiedSchema,
    refuses: ['not_found', 'changed_meanwhile'],
  }),
};
