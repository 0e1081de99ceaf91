/** What a part costs a buyer. The server's judge and the browser share this file. Pure. */
import { z } from 'zod';
import { IdSchema } from '../kernel/fields.ts';
import { fromMicros, toMicros } from '../kernel/money.ts';
import type { PriceBreak, Priced } from '../kernel/price.ts';

/** The most price lists of a buyer, and of a group. */
export const MOST_LISTS = 30;

/** Where a price comes from: the catalogue's list price, a price list of the buyer or of its group, or a contract. */
export const PriceSourceSchema = z.object({
  kind: z.enum(['list', 'company', 'group', 'contract']),
  /** Of the price list; a list price has neither. */
  id: IdSchema.optional(),
  name: z.string().optional(),
});
export type PriceSource = z.infer<typeof PriceSourceSchema>;

/** The unit prices of a part for a buyer, in dollars, all from one source. */
export interface Offer extends Priced {
  priceBreaks: PriceBreak[];
  source: PriceSource;
}

/** A price list that counts for a buyer now. It has prices, or takes a percentage off the list price of every part. */
export interface BuyerList {
  source: PriceSource;
  /** Above 0 and below 100, with up to two decimals. */
  minusPercent: number | null;
  /** By the ids of parts. */
  prices: ReadonlyMap<string, Priced>;
}

const LIST_PRICE: PriceSource = { kind: 'list' };

/**
 * Returns what a part costs a buyer: the first of the buyer's price lists that has the part gives all unit prices, also where a later
 * list is lower for some quantity; without one it is the list price.
 * @param lists in the order in which they count: those of the buyer, then those of its group
 */
export function chooseOffer(productId: string, listed: Priced, lists: readonly BuyerList[]): Offer {
  for (const { source, minusPercent, prices } of lists) {
    const own = minusPercent === null ? prices.get(productId) : minus(listed, minusPercent);
    if (own) return { price: own.price, priceBreaks: [...(own.priceBreaks ?? [])], source };
  }
  return { price: listed.price, priceBreaks: [...(listed.priceBreaks ?? [])], source: LIST_PRICE };
}

/** Takes a percentage off unit prices. Each is rounded to micros once; a break that is no lower any more is left out. */
function minus({ price, priceBreaks = [] }: Priced, percent: number): Priced {
  const first = lessPercent(toMicros(price), percent);
  const breaks: { from: number; micros: number }[] = [];
  for (const { from, price: listed } of priceBreaks) {
    const micros = lessPercent(toMicros(listed), percent);
    if (micros < (breaks.at(-1)?.micros ?? first)) breaks.push({ from, micros });
  }
  return {
    price: fromMicros(first),
    priceBreaks: breaks.map(({ from, micros }) => ({ from, price: fromMicros(micros) })),
  };
}

const BASIS_POINTS = 10_000;

/** Returns micros less a percentage, half a micro up, and 1 at least: nothing is free. Exact for every price: no product exceeds 2 ** 53. */
function lessPercent(micros: number, percent: number): number {
  const kept = BASIS_POINTS - Math.round(percent * 100);
  const rest = micros % BASIS_POINTS;
  const less = ((micros - rest) / BASIS_POINTS) * kept + Math.round((rest * kept) / BASIS_POINTS);
  return Math.max(1, less);
}
