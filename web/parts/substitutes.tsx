import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { comparePath, MOST_COMPARED, partPath } from '#contract/kernel/addresses.ts';
import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import { priceAtMinimum, shortage } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Substitute } from '#contract/products/substitutes.ts';
import { severalProducts } from '../several-products.ts';
import { inCatalogue } from '../ui/written.ts';
import { compareAttributes } from './compare-parts.ts';
import { KIND_WORDS } from './substitute-words.ts';

/** Returns the ids of substitutes, as their query takes them. */
export function idsOf(substitutes: readonly Substitute[]): string[] {
  return substitutes.map(({ _id }) => _id);
}

/** The parts that can take the place of one, and what differs. Nothing without any. */
export function Substitutes({ product }: { product: Product }) {
  const { substitutes } = product;
  const client = useQueryClient();
  const { data: parts = [] } = useQuery(severalProducts(client, idsOf(substitutes)));
  if (parts.length === 0) return null;
  return (
    <section aria-labelledby="substitutes" className="mt-6">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-6">
        <h2 id="substitutes">Substitutes</h2>
        <Link
          to={comparePath([product._id, ...parts.map(({ _id }) => _id)].slice(0, MOST_COMPARED))}
          className="text-link text-sm"
        >
          Compare them side by side
        </Link>
      </div>
      <div className="sheet">
        <table className="data-table num">
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">What differs</th>
              <th scope="col" className="number">
                Unit price
              </th>
              <th scope="col" className="number">
                In stock
              </th>
            </tr>
          </thead>
          <tbody>
            {parts.map((part) => (
              <SubstituteRow
                key={part._id}
                product={product}
                part={part}
                substitute={substitutes.find(({ _id }) => _id === part._id)}
              />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface RowProps {
  product: Product;
  part: Product;
  substitute: Substitute | undefined;
}

function SubstituteRow({ product, part, substitute }: RowProps) {
  const different = compareAttributes([product, part]);
  return (
    <tr>
      <td data-label="Part" className="lead">
        <Link to={partPath(part.sku)} {...inCatalogue} className="text-link font-medium">
          {part.name}
        </Link>
        <span className="block text-muted text-xs">
          <span className="id">{part.sku}</span>
          {substitute && `, ${KIND_WORDS[substitute.kind]}`}
        </span>
      </td>
      <td data-label="What differs" {...inCatalogue}>
        {different.length === 0 && !substitute?.note && 'Nothing known'}
        {different.map(({ key, name, values: [here = '–', there = '–'] }) => (
          <span key={key} className="block">
            <span className="text-muted">{name}</span> {there}{' '}
            <span className="text-muted">(not {here})</span>
          </span>
        ))}
        {substitute?.note && <span className="block">{substitute.note}</span>}
      </td>
      <td data-label="Unit price" className="number">
        {formatPrice(priceAtMinimum(part))}
      </td>
      <td data-label="In stock" className="number">
        {shortage(part) ?? formatCount(part.available)}
      </td>
    </tr>
  );
}
