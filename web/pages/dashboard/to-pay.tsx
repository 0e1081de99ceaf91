import { useQuery } from '@tanstack/react-query';
import { ON_THE_WAY_DAYS } from '#contract/desk/figures.ts';
import { formatDay } from '#contract/kernel/days.ts';
import { countOf, formatCount, formatMoney } from '#contract/kernel/money.ts';
import type { Order, OrderSummary } from '#contract/purchases/orders.ts';
import { orderSummary } from '../../buyer-queries.ts';
import { useUser } from '../../session.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { type Figure, Figures } from '../../ui/figures.tsx';
import { LongerHold } from '../../ui/longer-hold.tsx';
import { ordersPath } from './order-filter.ts';

/** Four figures of a buyer's orders, and how to extend the first hold of `orders`. Their room is there while they load. */
export function ToPay({ orders }: { orders: Order[] }) {
  const { data } = useQuery(orderSummary(useUser().email));
  const first = orders.find(({ heldUntil }) => heldUntil && heldUntil === data?.firstHoldEnds);
  return (
    <>
      <Figures label="Your orders in figures" figures={figuresOf(data)} />
      {first?.heldUntilIfProven && (
        <p className="mb-4 text-sm">
          Your parts are held until {formatMoment(first.heldUntil!)}.
          <LongerHold order={first} />
        </p>
      )}
    </>
  );
}

const onTheWayNote = ({ toShip = 0 }: Partial<OrderSummary> = {}) =>
  toShip > 0 ? `${formatCount(toShip)} still to be shipped` : `Shipped within ${ON_THE_WAY_DAYS} days`;

function figuresOf(summary: OrderSummary | undefined): Figure[] {
  const value = (show: (summary: OrderSummary) => string) => (summary ? show(summary) : '…');
  const { unpaid = 0, firstHoldEnds, monthStart } = summary ?? {};
  return [
    {
      label: 'To pay',
      value: value(({ toPay }) => formatMoney(toPay)),
      to: ordersPath({ state: 'to_pay' }),
      note: countOf(unpaid, 'order'),
    },
    {
      label: 'Reservation expiring',
      value: value(({ endingSoon }) => formatCount(endingSoon)),
      note: firstHoldEnds ? `The first ends ${formatMoment(firstHoldEnds)}` : 'No parts are held',
    },
    {
      label: 'On the way',
      value: value(({ onTheWay }) => formatCount(onTheWay)),
      note: onTheWayNote(summary),
      to: ordersPath({ state: 'paid' }),
    },
    {
      label: 'Spent this month',
      value: value(({ spentThisMonth }) => formatMoney(spentThisMonth)),
      note: monthStart ? `Since ${formatDay(monthStart)}` : '…',
    },
  ];
}
