import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { partPath } from '#contract/kernel/addresses.ts';
import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import { minimumQuantity, priceAtMinimum, shortage } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';
import { AddToOrder } from '../basket/cart/add-to-order.tsx';
import { severalProducts } from '../several-products.ts';
import { inCatalogue } from '../ui/written.ts';
import { KIND_WORDS } from './substitute-words.ts';
import { idsOf } from './substitutes.tsx';

/** Leads from where an obsolete part is bought to its substitute: the first one that can be bought. Nothing without any. */
export function SubstituteOffer({ product }: { product: Product }) {
  const { lifecycle, substitutes } = product;
  const isObsolete = lifecycle === 'obsolete';
  const client = useQueryClient();
  const { data: parts = [] } = useQuery(severalProducts(client, isObsolete ? idsOf(substitutes) : []));
  const part = parts.find((one) => !shortage(one)) ?? parts[0];
  if (!isObsolete || !part) return null;
  const short = shortage(part);
  const kind = substitutes.find(({ _id }) => _id === part._id)?.kind;
  return (
    <div className="substitute-offer num">
      <p className="font-medium text-sm">This part is no longer made. Substitute:</p>
      <p>
        <Link to={partPath(part.sku)} {...inCatalogue} className="text-link font-medium">
          {part.name}
        </Link>
        {kind && <span className="block text-muted text-xs">{KIND_WORDS[kind]}</span>}
      </p>
      <p className="text-sm">
        {formatPrice(priceAtMinimum(part))} at {formatCount(minimumQuantity(part))} pcs,{' '}
        {short ?? `${formatCount(part.available)} pcs in stock`}
      </p>
      {!short && (
        <AddToOrder
          product={part}
          words="Add substitute to order"
          className={shortage(product) ? 'btn-primary' : 'btn-quiet'}
        />
      )}
    </div>
  );
}
