import { useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, useId } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import { priceAtMinimum, shortage } from '#contract/minimum.ts';
import { formatCount, formatPrice } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';
import { product as productQuery } from '../queries.ts';
import { ProductPicture } from './product-picture.tsx';
import { inCatalogue } from './written.ts';

interface Props {
  product: Product;
  /** Level of the name's heading, below the heading of the list. */
  level: 2 | 3;
  load: ComponentProps<typeof ProductPicture>['load'];
}

/** One product in a grid: its lines align with those of its neighbours. Its head, from picture to details, is one link. */
export function ProductCard({ product, level, load }: Props) {
  const Heading = `h${level}` as const;
  const headingId = useId();
  const to = `/products/${product._id}`;
  const opening = useViewTransitionState(to);
  const client = useQueryClient();
  const warm = () => client.prefetchQuery(productQuery(product._id));
  const link = { to, viewTransition: true, onMouseEnter: warm, onFocus: warm, onTouchStart: warm };
  const short = shortage(product);

  return (
    <article className="product-cell">
      <div className="product-head">
        <div className="stage p-4" style={opening ? { viewTransitionName: 'product-picture' } : undefined}>
          <ProductPicture
            image={product.image}
            alt={product.name}
            sizes="(width >= 80rem) 374px, (width >= 64rem) calc(33vw - 3.5rem), (width >= 48rem) calc(50vw - 4rem), calc(100vw - 4.125rem)"
            load={load}
          />
        </div>
        <Heading {...inCatalogue} id={headingId} className="px-5 pt-5 text-lg leading-snug">
          <Link {...link} className="product-link">
            {product.name}
          </Link>
        </Heading>
        <p {...inCatalogue} className="px-5 pt-1.5 text-muted text-sm">
          {product.shortDetails}
        </p>
      </div>
      <dl className="num mx-5 mt-4 grid grid-cols-2 self-end border-base-300 border-y text-sm">
        <Figure label="Min order" value={formatCount(product.minOrder)} />
        <Figure label="Available" value={formatCount(product.available)} />
      </dl>
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3 px-5 pt-4 pb-5">
        <p>
          <span className="num block font-semibold text-xl tracking-tight">
            {formatPrice(priceAtMinimum(product))}
          </span>
          <span className="text-muted text-sm">per unit</span>
        </p>
        {short ? (
          <p className="num flex min-h-10 items-center font-medium text-sm">{short}</p>
        ) : (
          <Link {...link} aria-describedby={headingId} className="btn btn-primary">
            Purchase Now
          </Link>
        )}
      </div>
    </article>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className="py-2">
      <dt className="text-muted text-xs">{label}</dt>
      <dd>{value} pcs</dd>
    </div>
  );
}
