import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatMoney } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { Payment } from '#contract/payments.ts';
import { formatMoment } from '../../ui/dates.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { callAsUser, callForFileAsUser } from '../../user-calls.ts';
import { HistoryList } from './history-list.tsx';
import { logPath } from './log/filter.ts';
import { OrderPayments } from './order-payments.tsx';
import { RefundForm } from './refund-form.tsx';
import { useCan } from './role.ts';

const orderHistory = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id, 'history'],
    queryFn: ({ signal }) => callAsUser('getOrderHistory', { params: { id } }, { signal }),
  });

/** The payments of an order. The key is under the order's, so that a change of the order fetches them again. */
const orderPayments = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id, 'payments'],
    queryFn: ({ signal }) => callAsUser('listOrderPayments', { params: { id } }, { signal }),
    staleTime: 0,
  });

/** The history of an order, oldest first. For admins, disputes to answer and the refund stand above it. */
export function OrderHistory({ order }: { order: Order }) {
  const can = useCan();
  const history = useQuery(orderHistory(order._id));

  return (
    <div className="grid gap-6">
      {can('payment.read') && <AdminPart order={order} canRefund={can('order.refund')} />}
      <section aria-labelledby="history" className="sheet">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 pt-4 pb-3">
          <h2 id="history" className="text-base">
            History
          </h2>
          {can('log.read') && <AdminLinks order={order} />}
        </div>
        <Loaded query={history} what="the history">
          {(entries) => <HistoryList entries={entries} />}
        </Loaded>
      </section>
    </div>
  );
}

/** Payments of an order and their actions, for admins. */
function AdminPart({ order, canRefund }: { order: Order; canRefund: boolean }) {
  const payments = useQuery(orderPayments(order._id));
  return (
    <Loaded query={payments} what="the payments">
      {(payments) => {
        const paidBy = payments.find(({ transactionId }) => transactionId === order.transactionId);
        return (
          <>
            <OrderPayments payments={payments} />
            {canRefund && paidBy && !order.refundedAt && <Refund order={order} paidBy={paidBy} />}
          </>
        );
      }}
    </Loaded>
  );
}

/** The form, or why there is none. A refund of all that is left is tried again where it has stopped, and not asked for twice. */
function Refund({ order, paidBy }: { order: Order; paidBy: Payment }) {
  const { state, refunding, noRefund } = paidBy;
  if (state === 'refunding' && refunding) return <NoRefund why={underWay(refunding)} />;
  if (state === 'refused' && !refunding?.ofPieces) return null;
  if (noRefund) return <NoRefund why={noRefund} />;
  return <RefundForm order={order} stopped={refunding?.amount} />;
}

function underWay({ amount, nextTryAt }: NonNullable<Payment['refunding']>): string {
  const next = nextTryAt && ` Stripe is asked again at ${formatMoment(nextTryAt)}: come back after that.`;
  return `A refund of ${formatMoney(amount)} is under way and goes on by itself. The next one can be made when it is done.${next ?? ''}`;
}

/** Shown in place of the form while there can be no refund. */
function NoRefund({ why }: { why: string }) {
  return (
    <section aria-labelledby="no-refund" className="sheet grid gap-2 p-5">
      <h2 id="no-refund" className="text-base">
        Refund
      </h2>
      <p className="text-sm">{why}</p>
    </section>
  );
}

function AdminLinks({ order }: { order: Order }) {
  return (
    <div className="ms-auto flex items-center gap-4">
      <Link to={logPath({ order: order.number })} className="text-link text-sm">
        Log
      </Link>
      <ExportButton
        file={`order-${order.number}.csv`}
        read={() => callForFileAsUser('listEvents', { query: { order: order._id } })}
      />
    </div>
  );
}
