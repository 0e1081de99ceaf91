import { Link } from 'react-router';
import type { Order } from '#contract/purchases/orders.ts';
import { formatMoment } from './dates.ts';

/** Tells a buyer without a confirmed email address how to extend the hold. Nothing for others. */
export function LongerHold({ order: { heldUntilIfProven } }: { order: Pick<Order, 'heldUntilIfProven'> }) {
  if (!heldUntilIfProven) return null;
  return (
    <>
      {' '}
      Confirm your email address on{' '}
      <Link to="/dashboard/myProfile" className="text-link">
        My Profile
      </Link>{' '}
      before then, and it is kept until {formatMoment(heldUntilIfProven)}.
    </>
  );
}
