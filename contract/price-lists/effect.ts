/** What a change of a price list does to prices, before it is saved. */
import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { IdSchema } from '../kernel/fields.ts';
import { checkLadders, listedPrices, minusPercent, partIds, partOrListId } from './schema.ts';

/** The changes, and the parts that lose price breaks, that an effect names. */
export const MOST_NAMED_CHANGES = 10;

/** Body of POST /price-lists/effect: of a list that is there with `listId`, and of a new one without it. */
export const PriceEffectAskSchema = z
  .object({
    listId: partOrListId.optional(),
    minusPercent: minusPercent.optional(),
    prices: listedPrices.optional(),
    removed: partIds.optional(),
  })
  .superRefine((ask, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path, message });
    if (ask.minusPercent !== undefined && ask.prices !== undefined)
      refuse(['prices'], say('price_list_rule'));
    checkLadders(ask.prices, refuse);
  });
export type PriceEffectAsk = z.infer<typeof PriceEffectAskSchema>;

/**
 * What parts cost by the list before and after it. A part without a price in the list costs its list price. It is dearer where some
 * quantity is, and cheaper where some quantity is and none is dearer.
 */
export const PriceEffectSchema = z.object({
  dearer: z.int(),
  cheaper: z.int(),
  same: z.int(),
  /** How many parts had a price in the list, and how many of these cost less than that at some quantity. */
  former: z.int(),
  belowFormer: z.int(),
  /** Parts that lose price breaks, and the first of them, each with the quantities from which a piece cost less. */
  losesBreaks: z.int(),
  lostBreaks: z.array(z.object({ productId: IdSchema, sku: z.string(), from: z.array(z.int()) })),
  /** The largest changes by percent, one a part: at `quantity` pieces, in dollars. None of a list with a percentage: all are alike. */
  largest: z.array(
    z.object({
      productId: IdSchema,
      sku: z.string(),
      quantity: z.int(),
      before: z.number(),
      after: z.number(),
    }),
  ),
});
export type PriceEffect = z.infer<typeof PriceEffectSchema>;
