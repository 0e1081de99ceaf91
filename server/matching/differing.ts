/** What tells parts apart that a line may mean. Pure. */
import { type LinePart, MOST_DIFFERING } from '#contract/matching/schema.ts';
import type { Product } from '#contract/products/schema.ts';

/**
 * Returns a part with those of its attributes, in their order, of which one of the others has another value or none; at most
 * MOST_DIFFERING. None among parts of several categories, which are told apart by their names.
 */
export function differingFrom(part: Product, others: readonly Product[]): LinePart {
  if (others.some(({ category }) => category?.slug !== part.category?.slug)) return part;
  const differs = part.attributes
    .filter(({ key, value }) =>
      others.some(({ attributes }) => attributes.find((one) => one.key === key)?.value !== value),
    )
    .slice(0, MOST_DIFFERING)
    .map(({ key: _, ...attribute }) => attribute);
  return differs.length > 0 ? { ...part, differs } : part;
}
