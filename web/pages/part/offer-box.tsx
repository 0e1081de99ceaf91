import { useState } from 'react';
import { Link } from 'react-router';
import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import { minimumQuantity, NOT_ONLINE, priceAtMinimum, shortage } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';
import { AddPieces } from '../../basket/cart/add-pieces.tsx';
import { AddToOrder } from '../../basket/cart/add-to-order.tsx';
import { AskSeller } from '../../parts/ask-seller.tsx';
import { CompareButton } from '../../parts/compare-button.tsx';
import { ExpectedPieces } from '../../parts/expected-pieces.tsx';
import { PriceAtMinimum } from '../../parts/price-at-minimum.tsx';
import { PriceBreaks } from '../../parts/price-breaks.tsx';
import { SubstituteOffer } from '../../parts/substitute-offer.tsx';
import { useOffered } from '../../parts/use-offered.ts';

/** For how much a part is sold, how many there are, and the way to its order form. */
export function OfferBox({ product: listed }: { product: Product }) {
  const product = useOffered(listed);
  const { _id, available, multiple, expected } = product;
  const least = minimumQuantity(product);
  const short = shortage(product);
  const [quantity, setQuantity] = useState<number>();
  return (
    <section aria-label="Price and stock" className="sheet part-box part-offer">
      <SubstituteOffer product={product} />
      <PriceAtMinimum product={product} />
      <PriceBreaks product={product} />
      <dl className="detail-list num">
        <dt>In stock</dt>
        <dd>{formatCount(available)} pcs</dd>
        <dt>Minimum order</dt>
        <dd>{formatCount(least)} pcs</dd>
        {multiple > 1 && (
          <>
            <dt>Multiple</dt>
            <dd>{formatCount(multiple)} pcs</dd>
          </>
        )}
      </dl>
      <ExpectedPieces product={product} />
      {short ? (
        <p className="num font-medium text-sm">
          {short}
          {short === NOT_ONLINE && (
            <>
              . <AskSeller />
            </>
          )}
        </p>
      ) : (
        <>
          <AddPieces product={product} onTyped={setQuantity} />
          <Link to={`/products/${_id}`} state={{ quantity }} className="btn btn-primary">
            Purchase Now
          </Link>
        </>
      )}
      {/* What is expected can be put on the order pad, which promises it. */}
      {short && short !== NOT_ONLINE && expected && <AddToOrder product={product} className="btn-primary" />}
      <CompareButton id={_id} name={product.name} />
    </section>
  );
}

/** The same in a line at the lower edge of a phone's screen, for as long as the page is read. */
export function OfferBar({ product: listed }: { product: Product }) {
  const product = useOffered(listed);
  if (shortage(product)) return null;
  return (
    <section aria-label="Price" className="offer-bar">
      <p className="num">
        <span className="font-semibold text-lg">{formatPrice(priceAtMinimum(product))}</span>{' '}
        <span className="text-muted text-xs">at {formatCount(minimumQuantity(product))} pcs</span>
      </p>
      <AddToOrder product={product} isBare className="btn-quiet btn-square ms-auto" />
      <Link to={`/products/${product._id}`} className="btn btn-primary">
        Purchase Now
      </Link>
    </section>
  );
}
