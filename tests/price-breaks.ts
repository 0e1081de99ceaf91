import fc from 'fast-check';
import { fromMicros, toMicros } from '#contract/kernel/money.ts';
import type { PriceBreak } from '#contract/kernel/price.ts';
import { minimumQuantity } from '#contract/products/minimum.ts';

/**
 * Products with up to `most` price breaks: each starts up to `step` pieces above, and costs less than, the one before it, as the
 * schema accepts them.
 */
export function withPriceBreaks<P extends { minOrder: number; multiple: number; price: number }>(
  product: fc.Arbitrary<P>,
  { most, step }: { most: number; step: number },
): fc.Arbitrary<P & { priceBreaks: PriceBreak[] }> {
  const steps = fc.array(
    fc.tuple(fc.integer({ min: 1, max: step }), fc.double({ min: 0.5, max: 0.99, noNaN: true })),
    { maxLength: most },
  );
  return fc.tuple(product, steps).map(([part, taken]) => {
    let [from, micros] = [minimumQuantity(part), toMicros(part.price)];
    const priceBreaks: PriceBreak[] = [];
    for (const [more, times] of taken) {
      from += more;
      micros = Math.floor(micros * times);
      if (micros > 0) priceBreaks.push({ from, price: fromMicros(micros) });
    }
    return { ...part, priceBreaks };
  });
}
