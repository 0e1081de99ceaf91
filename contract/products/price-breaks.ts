import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { wholeNumber } from '../kernel/fields.ts';
import { CARD_MINIMUM, isUnitPrice, toMicros } from '../kernel/money.ts';
import { lineTotal, MOST_PRICE, type Priced } from '../kernel/price.ts';
import { type MinimumAndMultiple, minimumQuantity } from './minimum.ts';

/** The most price breaks of a product. */
export const MOST_BREAKS = 20;

/** Price breaks of a product, each valid by itself; `priceBreaksError` looks at them together. */
export const PriceBreaksSchema = z
  .array(
    z.object(
      {
        from: wholeNumber(2, say('break_from')),
        price: z
          .number(say('break_price'))
          .positive(say('break_price'))
          .max(MOST_PRICE, say('price_too_high'))
          // What is forgiven as a rounding error of six decimals may still be nothing.
          .refine((price) => isUnitPrice(price) && toMicros(price) > 0, say('break_price')),
      },
      say('price_break'),
    ),
    say('price_breaks'),
  )
  .max(MOST_BREAKS, say('too_many_breaks', { most: MOST_BREAKS }));

/** What is wrong with price breaks: the message (see `say`), and the field that has it. */
interface PriceBreaksError {
  path: ['priceBreaks', number, 'from' | 'price'];
  message: string;
}

/**
 * Returns what is wrong with a product's price breaks; undefined when each starts above, and costs less than, the one before it,
 * and the first than the minimum and the price, so that `price` is the price at the minimum; and when a card can pay the smallest
 * order of each.
 */
export function priceBreaksError(product: Priced & MinimumAndMultiple): PriceBreaksError | undefined {
  let before = { from: minimumQuantity(product), price: product.price };
  for (const [n, next] of (product.priceBreaks ?? []).entries()) {
    const { from, price } = next;
    const isTooEarly = from <= before.from;
    if (isTooEarly || toMicros(price) >= toMicros(before.price)) {
      const message = say('break_not_better', { from, above: before.from, below: before.price });
      return { path: ['priceBreaks', n, isTooEarly ? 'from' : 'price'], message };
    }
    const total = lineTotal({ price }, from);
    if (total < CARD_MINIMUM)
      return { path: ['priceBreaks', n, 'price'], message: say('break_unpayable', { from, total }) };
    before = next;
  }
  return undefined;
}
