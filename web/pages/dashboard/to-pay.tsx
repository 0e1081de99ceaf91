import { queryOptions, useQuery } from '@tanstack/react-query';
import { formatCount, formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import { useUser } from '../../session.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { LongerHold } from '../../ui/longer-hold.tsx';
import { callAsUser } from '../../user-calls.ts';

/** The unpaid orders of a buyer. */
const orderSummary = (email: string) =>
  queryOptions({
    queryKey: ['orders', 'summary', email],
    queryFn: ({ signal }) => callAsUser('summarizeOrders', { query: { email } }, { signal }),
  });

/**
 * The amount that the buyer owes, the deadline, and how to extend the holds of `orders`. Nothing when nothing is due, or while
 * loading.
 */
export function ToPay({ orders }: { orders: Order[] }) {
  const { data } = useQuery(orderSummary(useUser().email));
  if (!data || data.unpaid === 0) return null;
  const first = orders.find(({ heldUntil }) => heldUntil !== null && heldUntil === data.firstHoldEnds);
  return (
    <p className="mb-4 flex flex-wrap items-baseline gap-x-2">
      <span>To pay:</span>
      <strong className="font-semibold text-lg tracking-tight">{formatMoney(data.toPay)}</strong>
      <span className="text-muted text-sm">
        for {formatCount(data.unpaid)} {data.unpaid === 1 ? 'order' : 'orders'}
        {data.firstHoldEnds &&
          (data.unpaid === 1
            ? `, held until ${formatMoment(data.firstHoldEnds)}`
            : `, the first held until ${formatMoment(data.firstHoldEnds)}`)}
        {first?.heldUntilIfProven && '.'}
        {first && <LongerHold order={first} />}
      </span>
    </p>
  );
}
