/** Price lists, the groups of buyers, and what parts cost a buyer. */
import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { DateSchema, foldedLine, IdSchema, pageFields, TimeSchema, wholeNumber } from '../kernel/fields.ts';
import { isDollars, isUnitPrice, toMicros } from '../kernel/money.ts';
import { MOST_PRICE } from '../kernel/price.ts';
import { MOST_BREAKS } from '../products/price-breaks.ts';
import { MOST_LISTS, PriceSourceSchema } from './offer.ts';

/** The most prices in a body, the most parts of a list, and the most parts that are asked for at once. */
export const MOST_PRICES = 20_000;
export const MOST_LISTED_PARTS = 20_000;
/** The last changes of a list that are kept, and can be undone. */
export const MOST_CHANGES = 10;
/** Parts that an undo names. */
export const MOST_NAMED = 100;
const MOST_OFFERS = 100;
/** Prices are about 100 bytes each. */
export const PRICES_MAX_BYTES = 2 * 1024 * 1024;

const LONGEST_NAME = 200;
const LONGEST_ID = 64;
export const partOrListId = IdSchema.max(LONGEST_ID, say('too_long', { most: LONGEST_ID }));

/** From so many pieces on, without `from` from the first, a piece of a part costs this in dollars. */
const ListedPriceSchema = z.object({
  productId: partOrListId,
  from: wholeNumber(1, say('break_from')).optional(),
  price: z
    .number(say('break_price'))
    .positive(say('break_price'))
    .max(MOST_PRICE, say('price_too_high'))
    .refine((price) => isUnitPrice(price) && toMicros(price) > 0, say('break_price')),
});
export type ListedPrice = z.infer<typeof ListedPriceSchema>;

/** Prices of parts, in any order of the parts. */
export const listedPrices = z.array(ListedPriceSchema).meta({ maxItems: MOST_PRICES });

type Refusal = (path: (string | number)[], message: string) => void;

/** Refuses prices of a part that do not begin with the first piece, or that do not rise in pieces and fall in price. */
export function checkLadders(listed: readonly ListedPrice[] | undefined, refuse: Refusal): void {
  const last = new Map<string, { from: number; price: number; breaks: number }>();
  for (const [n, { productId, from = 1, price }] of (listed ?? []).entries()) {
    const key = productId.toLowerCase();
    const before = last.get(key);
    if (!before && from !== 1) refuse(['prices', n, 'from'], say('ladder_start'));
    else if (before && (from <= before.from || toMicros(price) >= toMicros(before.price)))
      refuse(['prices', n, from <= before.from ? 'from' : 'price'], say('ladder_not_better'));
    const breaks = (before?.breaks ?? -1) + 1;
    if (breaks > MOST_BREAKS) refuse(['prices', n], say('too_many_breaks', { most: MOST_BREAKS }));
    last.set(key, { from, price, breaks });
  }
}

export const minusPercent = z
  .number(say('minus_percent'))
  .positive(say('minus_percent'))
  .lt(100, say('minus_percent'))
  .refine(isDollars, say('minus_percent'));

/** Parts whose prices are taken out. */
export const partIds = z.array(partOrListId).meta({ maxItems: MOST_PRICES });

/** What a change was made from: somebody else's is not overwritten. Without it the change counts in any case. */
const version = z.int().optional();

const listFields = {
  name: foldedLine(say('price_list_name'), LONGEST_NAME),
  /** First and last day, in the shop's time zone. */
  validFrom: DateSchema.nullish(),
  validTo: DateSchema.nullish(),
  /** Taken off the list price of every part, in percent with up to two decimals: in place of prices. */
  minusPercent: minusPercent.optional(),
  prices: listedPrices.optional(),
};

const areDays = ({
  validFrom,
  validTo,
}: {
  validFrom?: string | null | undefined;
  validTo?: string | null | undefined;
}) => !validFrom || !validTo || validFrom <= validTo;

/** Body of POST /price-lists. */
export const NewPriceListSchema = z.object(listFields).superRefine((list, context) => {
  const refuse: Refusal = (path, message) => context.addIssue({ code: 'custom', path, message });
  if ((list.minusPercent === undefined) === (list.prices === undefined))
    refuse(['prices'], say('price_list_rule'));
  if (!areDays(list)) refuse(['validTo'], say('valid_days'));
  checkLadders(list.prices, refuse);
});
export type NewPriceList = z.infer<typeof NewPriceListSchema>;

/** Body of PATCH /price-lists/{id}: prices replace all prices of their parts, others stay. */
export const PriceListChangeSchema = z
  .object({ ...listFields, removed: partIds.optional(), version })
  .partial()
  .superRefine(({ version: _, ...change }, context) => {
    const refuse: Refusal = (path, message) => context.addIssue({ code: 'custom', path, message });
    if (Object.values(change).every((value) => value === undefined)) refuse([], say('no_change'));
    if (!areDays(change)) refuse(['validTo'], say('valid_days'));
    checkLadders(change.prices, refuse);
  });
export type PriceListChange = z.infer<typeof PriceListChangeSchema>;

/** A price list without its prices. */
export const PriceListSchema = z.object({
  _id: IdSchema,
  name: z.string(),
  currency: z.string(),
  validFrom: DateSchema.optional(),
  validTo: DateSchema.optional(),
  minusPercent: z.number().optional(),
  /** How many parts have a price in it. */
  parts: z.int(),
  /** Rises with every change. */
  version: z.int(),
  createdAt: TimeSchema,
});
export type PriceList = z.infer<typeof PriceListSchema>;

const priceBreaks = z.array(z.object({ from: z.int(), price: z.number() }));

/** A change of the prices of a list. */
const PriceListEditSchema = z.object({
  _id: IdSchema,
  createdAt: TimeSchema,
  /** Parts that got a price, and parts that lost theirs. */
  priced: z.int(),
  removed: z.int(),
  /** Of a list with a percentage: before and after it. */
  minusPercent: z.object({ was: z.number(), became: z.number() }).optional(),
  undoneAt: TimeSchema.optional(),
  /** Of an undo: who has done it, and when the change that it undid was made, as long as that one is kept. */
  undo: z.object({ by: z.string(), of: TimeSchema.optional() }).optional(),
});
export type PriceListEdit = z.infer<typeof PriceListEditSchema>;

/** What an undo has done: how many parts have what they had before, and how many were changed since, which stay as they are. */
export const PriceListUndoneSchema = z.object({
  restored: z.int(),
  left: z.int(),
  /** The SKUs of the first 100 that were left. */
  leftSkus: z.array(z.string()),
});
export type PriceListUndone = z.infer<typeof PriceListUndoneSchema>;

/** A price list with a page of its prices, by the ids of parts. */
export const PriceListPageSchema = PriceListSchema.extend({
  prices: z.array(
    z.object({
      productId: IdSchema,
      sku: z.string(),
      name: z.string(),
      price: z.number(),
      priceBreaks,
      listPrice: z.number(),
    }),
  ),
  /** Who has it: the first 100 companies by name, and the groups. */
  companies: z.array(z.object({ _id: IdSchema, name: z.string() })),
  groups: z.array(z.object({ _id: IdSchema, name: z.string() })),
  /** The last 10 changes of its prices, the newest first. */
  changes: z.array(PriceListEditSchema),
});
export type PriceListPage = z.infer<typeof PriceListPageSchema>;

export const PriceListsQuerySchema = z.object(pageFields);

const ids = z
  .array(partOrListId)
  .max(MOST_LISTS, say('too_many_price_lists', { most: MOST_LISTS }))
  .refine((all) => new Set(all.map((one) => one.toLowerCase())).size === all.length, say('price_list_twice'));

/** Price lists in the order in which they count. */
export const AssignedListsSchema = z.object({ ids, version });
export type AssignedLists = z.infer<typeof AssignedListsSchema>;
/** The same of a company, and the group to which it belongs: none where it is null, as before without it. */
export const CompanyListsSchema = AssignedListsSchema.extend({ groupId: partOrListId.nullish() });
export type CompanyLists = z.infer<typeof CompanyListsSchema>;
const namedLists = z.array(
  z.object({
    _id: IdSchema,
    name: z.string(),
    /** The first day of one that does not count yet, the last one of one that does not count any more. */
    begins: DateSchema.optional(),
    ended: DateSchema.optional(),
  }),
);
/** What a company has of it: the group is null where it has none. `version` rises with every change. */
export const CompanyListsNowSchema = z.object({
  ids: z.array(IdSchema),
  /** The same with their names. */
  lists: namedLists,
  groupId: IdSchema.nullable(),
  /** The group by name, with its lists, which count after those of the company. */
  group: z.object({ name: z.string(), lists: namedLists }).nullable(),
  version: z.int(),
});
export type CompanyListsNow = z.infer<typeof CompanyListsNowSchema>;

export const NewBuyerGroupSchema = z.object({ name: foldedLine(say('buyer_group_name'), LONGEST_NAME) });
export const BuyerGroupSchema = z.object({
  _id: IdSchema,
  name: z.string(),
  /** The ids of its price lists, in their order. */
  priceLists: z.array(IdSchema),
  /** Rises when other lists count. */
  version: z.int(),
});
export type BuyerGroup = z.infer<typeof BuyerGroupSchema>;

/** Query of GET /offers: ids of parts, separated by commas. */
export const OffersQuerySchema = z.object({
  ids: z
    .string()
    .max(MOST_OFFERS * (LONGEST_ID + 1), say('too_many_offers', { most: MOST_OFFERS }))
    .transform((text) => text.split(',').filter((one) => one !== ''))
    .refine((all) => all.length <= MOST_OFFERS, say('too_many_offers', { most: MOST_OFFERS })),
});

/** What a part costs the buyer who asks. */
export const OfferSchema = z.object({
  productId: IdSchema,
  price: z.number(),
  priceBreaks,
  source: PriceSourceSchema,
  /** What the company that the caller acts for calls the part. */
  ownNumber: z.string().optional(),
});
