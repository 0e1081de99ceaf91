import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import { Link, useViewTransitionState } from 'react-router';
import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import { priceAtMinimum, shortage } from '#contract/products/minimum.ts';
import { AddPieces } from '../basket/cart/add-pieces.tsx';
import { ProductPicture } from '../ui/product-picture.tsx';
import { inCatalogue } from '../ui/written.ts';
import { LowestPrice } from './lowest-price.tsx';
import { OwnNumber } from './own-number.tsx';
import type { OfferedProduct } from './use-offered.ts';
import { useProductLink } from './use-product-link.ts';

interface Props {
  product: OfferedProduct;
  /** Level of the name's heading, below the heading of the list. */
  level: 2 | 3;
  load: ComponentProps<typeof ProductPicture>['load'];
  /** What stands in the corner of the picture. */
  corner?: ReactNode;
}

/** One product in a grid: its lines align with those of its neighbours. Its head, from picture to details, is one link. */
export function ProductCard({ product, level, load, corner }: Props) {
  const Heading = `h${level}` as const;
  const headingId = useId();
  const { part, purchase } = useProductLink(product);
  const toPart = useViewTransitionState(part.to);
  const toPurchase = useViewTransitionState(purchase.to);
  const opening = toPart || toPurchase;
  const short = shortage(product);
  const [quantity, setQuantity] = useState<number>();

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
          <Link {...part} className="product-link">
            {product.name}
          </Link>
        </Heading>
        <div className="px-5 pt-1.5">
          <p {...inCatalogue} className="text-muted text-sm">
            {product.shortDetails}
          </p>
          <OwnNumber number={product.ownNumber} className="mt-1 block" />
        </div>
      </div>
      {corner}
      <dl className="num mx-5 mt-4 grid grid-cols-2 self-end border-base-300 border-y text-sm">
        <Figure label="Min order" value={formatCount(product.minOrder)} />
        <Figure label="Available" value={formatCount(product.available)} />
      </dl>
      <div className="flex flex-col gap-3 px-5 pt-4 pb-5">
        <p>
          <span className="num block font-semibold text-xl tracking-tight">
            {formatPrice(priceAtMinimum(product))}
          </span>
          <span className="text-muted text-sm">per unit</span>
          <StruckListPrice product={product} />
          <LowestPrice product={product} />
        </p>
        {short ? (
          <p className="num mt-auto flex min-h-10 items-center font-medium text-sm">{short}</p>
        ) : (
          <div className="product-actions">
            <AddPieces product={product} onTyped={setQuantity} />
            <Link {...purchase} state={{ quantity }} aria-describedby={headingId} className="btn btn-primary">
              Purchase Now
            </Link>
          </div>
        )}
      </div>
    </article>
  );
}

/** The list price, struck, where the buyer's own differs from it. */
function StruckListPrice({ product }: { product: OfferedProduct }) {
  const listed = product.own && priceAtMinimum(product.own.listed);
  if (listed === undefined || listed === priceAtMinimum(product)) return null;
  return (
    <s className="num ms-2 text-muted text-xs">
      <span className="sr-only">List price </span>
      {formatPrice(listed)}
    </s>
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
