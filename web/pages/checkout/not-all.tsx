import { Link } from 'react-router';
import { type Allowance, type mayPlace, unprovenWords } from '#contract/kernel/allowance.ts';
import { formatCount } from '#contract/kernel/money.ts';
import { SendConfirmation } from '../../ui/send-confirmation.tsx';

interface Props {
  /** How many may be placed now, and why not more. */
  may: ReturnType<typeof mayPlace>;
  /** How many orders it is split into. */
  orders: number;
  allowance: Allowance;
}

/** Says that not all orders can be placed now, and what to do. The shop decides again when they are placed. */
export function NotAll({ may: { count, why }, orders, allowance: { mostUnpaid, mostHeld } }: Props) {
  return (
    <>
      <p>
        {why === 'address_unproven'
          ? `Your email address is not confirmed. Until it is, ${unprovenWords(mostHeld ?? 0)}.`
          : `${formatCount(mostUnpaid)} orders may wait for their payment.`}{' '}
        {count === 0
          ? 'You have orders that wait, so this one cannot be placed yet.'
          : `So ${count === 1 ? 'only the first' : `only the first ${formatCount(count)}`} of these ${formatCount(orders)} can be placed now. The rest stays in the cart.`}{' '}
        {why === 'address_unproven' &&
          'Confirm your email address by the link that we have sent to it, or pay first.'}
        {why === 'too_many_unpaid' && 'Pay for some, or delete them.'}
      </p>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        {why === 'address_unproven' && <SendConfirmation />}
        {count === 0 && (
          <Link to="/dashboard" className="btn btn-quiet btn-sm">
            See what is unpaid
          </Link>
        )}
      </p>
    </>
  );
}
