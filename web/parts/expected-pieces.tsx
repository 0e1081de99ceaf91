import { formatDay } from '#contract/kernel/days.ts';
import { formatCount } from '#contract/kernel/money.ts';
import type { Product } from '#contract/products/schema.ts';

/** Says how many more pieces of a part are expected, by day. Nothing without any. */
export function ExpectedPieces({ product: { expected = [] } }: { product: Pick<Product, 'expected'> }) {
  if (expected.length === 0) return null;
  return (
    <ul aria-label="Expected" className="num text-sm">
      {expected.map(({ dueOn, available }) => (
        <li key={dueOn}>
          {formatCount(available)} more expected on {formatDay(dueOn)}
        </li>
      ))}
    </ul>
  );
}
