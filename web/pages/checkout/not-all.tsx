import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { type Allowance, mayPlace, unprovenWords } from '#contract/allowance.ts';
import { formatCount } from '#contract/money.ts';
import { SendConfirmation } from '../../ui/send-confirmation.tsx';
import { type CheckoutLine, sumOf } from './lines.ts';

/**
 * Returns what says that not all orders can be placed now, and what to do; undefined where all can. The shop decides again when
 * they are placed.
 * @param onLeave leaves lines in the cart for later
 */
export function notAll(
  purchases: readonly (readonly CheckoutLine[])[],
  allowance: Allowance,
  onLeave: (ids: readonly string[]) => void,
): ReactNode {
  const { count, why } = mayPlace(purchases.map(sumOf), allowance);
  if (!why) return undefined;
  const rest = purchases.slice(count).flatMap((some) => some.map(({ line }) => line._id));
  const { mostUnpaid, mostHeld } = allowance;
  return (
    <>
      <p>
        {why === 'address_unproven'
          ? `Your email address is not confirmed. Until it is, ${unprovenWords(mostHeld ?? 0)}.`
          : `${formatCount(mostUnpaid)} orders may wait for their payment.`}{' '}
        {count === 0
          ? 'You have orders that wait, so this one cannot be placed yet.'
          : `So ${count === 1 ? 'only the first' : `only the first ${formatCount(count)}`} of these ${formatCount(purchases.length)} can be placed now.`}{' '}
        {why === 'address_unproven' &&
          'Confirm your email address by the link that we have sent to it, or pay first.'}
        {why === 'too_many_unpaid' && 'Pay for some, or delete them.'}
      </p>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        {why === 'address_unproven' && <SendConfirmation />}
        {count > 0 ? (
          <button type="button" className="btn btn-quiet btn-sm" onClick={() => onLeave(rest)}>
            Leave the others for later
          </button>
        ) : (
          <Link to="/dashboard" className="btn btn-quiet btn-sm">
            See what is unpaid
          </Link>
        )}
      </p>
    </>
  );
}
