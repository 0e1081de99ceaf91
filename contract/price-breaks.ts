import { z } from 'zod';
import { say } from './field-message.ts';
import { wholeNumber } from './fields.ts';
import { type MinimumAndMultiple, minimumQuantity } from './minimum.ts';
import { isUnitPrice } from './money.ts';
import type { Priced } from './price.ts';
import type { FieldParams } from './words/fields.ts';

/** The most price breaks of a product. */
export const MOST_BREAKS = 20;

/** Price breaks of a product, each valid by itself; `priceBreaksError` looks at them together. */
export const PriceBreaksSchema = z
  .array(
    z.object({
      from: wholeNumber(2, say('break_from')),
      price: z
        .number(say('break_price'))
        .positive(say('break_price'))
        .max(999_999.99, say('price_too_high'))
        .refine(isUnitPrice, say('break_price')),
    }),
  )
  .max(MOST_BREAKS, say('too_many_breaks', { most: MOST_BREAKS }));

/**
 * Returns what is wrong with a product's price breaks; undefined when each starts above, and costs less than, the one before it,
 * and the first than the minimum and the price. So `price` is the price at the minimum.
 */
export function priceBreaksError(
  product: Priced & MinimumAndMultiple,
): FieldParams<'break_not_better'>[0] | undefined {
  let before = { from: minimumQuantity(product), price: product.price };
  for (const next of product.priceBreaks ?? []) {
    if (next.from <= before.from || next.price >= before.price)
      return { from: next.from, above: before.from, below: before.price };
    before = next;
  }
  return undefined;
}
