import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { useCart } from '../../basket/cart/cart.ts';
import { useKept } from '../../kept.ts';
import { RequireUser } from '../../session.tsx';
import { Button } from '../../ui/button.tsx';
import { LoadingPage } from '../../ui/loading-page.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useFocusLater } from '../../ui/use-focus-later.ts';
import { CheckoutForm } from './checkout-form.tsx';
import './checkout.css';
import { PlacedList } from './placed-list.tsx';
import { CHECKOUT, endPlacing, hasLeft, placings } from './placing.ts';
import { usePlace } from './use-place.ts';

/** The checkout page, on which the cart becomes a purchase. */
export default function CheckoutPage() {
  return (
    <RequireUser loading={<Loading />}>
      <Checkout />
    </RequireUser>
  );
}

function Checkout() {
  const cart = useCart();
  const placing = useKept(placings, CHECKOUT);
  const { place, recover } = usePlace();
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = useFocusLater(heading);
  /** Everything that the buyer wanted is placed: what is left in the cart is for another time. */
  const [isDone, setDone] = useState(false);

  const isKnown = cart.status !== 'loading';
  const isLost = placing?.sent !== undefined && hasLeft(placing.sent, cart);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when what was sent has left the cart
  useEffect(() => {
    if (isLost) recover();
  }, [isLost]);

  const placed = placing?.placed ?? [];
  const isEmpty = isKnown && cart.lines.length === 0;
  const showsPlaced = placed.length > 0 && (isDone || isEmpty);

  if (!isKnown) return <Loading />;
  if (showsPlaced) {
    return (
      <div className="wrap py-8 checkout-narrow">
        <PlacedList placed={placed} heading={heading} />
        <p className="mt-6 flex flex-wrap gap-3">
          {isEmpty ? (
            <Link to="/order" className="btn btn-quiet" onClick={endPlacing}>
              Start another order
            </Link>
          ) : (
            <Button
              onClick={() => {
                endPlacing();
                setDone(false);
                focusHeading();
              }}
            >
              Check out what is left in the cart
            </Button>
          )}
        </p>
      </div>
    );
  }
  return (
    <div className="wrap py-8">
      <PageTitle>Checkout</PageTitle>
      <h1 ref={heading} tabIndex={-1} className="mb-5">
        Checkout
      </h1>
      {placed.length > 0 && placing?.isOpen && (
        <div className="mb-6">
          <PlacedList placed={placed} />
        </div>
      )}
      {isEmpty ? (
        <div className="sheet grid justify-items-start gap-3 p-6">
          <p>Your cart is empty. What you have ordered is under My Orders.</p>
          <p className="flex flex-wrap gap-3">
            <Link to="/order" className="btn btn-primary">
              Open the order pad
            </Link>
            <Link to="/dashboard" className="btn btn-quiet">
              My Orders
            </Link>
          </p>
        </div>
      ) : (
        <CheckoutForm
          place={place}
          onPlaced={() => {
            setDone(true);
            focusHeading();
          }}
        />
      )}
    </div>
  );
}

function Loading() {
  return <LoadingPage title="Checkout" className="wrap py-8" />;
}
