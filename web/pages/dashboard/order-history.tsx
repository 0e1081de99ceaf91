import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { Link } from 'react-router';
import { formatMoney, toCents, toDollars } from '#contract/money.ts';
import type { Order } from '#contract/orders.ts';
import type { Payment } from '#contract/payments.ts';
import { purchase as purchaseQuery } from '../../queries.ts';
import { ExportButton } from '../../ui/export-button.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { OnDemand } from '../../ui/on-demand.tsx';
import { callAsUser, callForFileAsUser } from '../../user-calls.ts';
import { HistoryList } from './history-list.tsx';
import { logPath } from './log/filter.ts';
import { OrderPayments } from './order-payments.tsx';
import { orderPayments } from './purchase/queries.ts';
import { whyNoRefund } from './purchase/refund-obstacles.ts';
import { useCan } from './role.ts';

const orderHistory = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id, 'history'],
    queryFn: ({ signal }) => callAsUser('getOrderHistory', { params: { id } }, { signal }),
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
    <Loaded query={payments} what="the payments" shape="section">
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

/** Leads to the refund of what is left, or says why there can be none. One that has stopped as a whole stands above. */
function Refund({ order, paidBy }: { order: Order; paidBy: Payment }) {
  const [opened, setOpened] = useState(false);
  const close = () => setOpened(false);
  // Not while the dialog is open, which says then that it has stopped.
  if (paidBy.state === 'refused' && !paidBy.refunding?.ofPieces && !opened) return null;
  const obstacle = whyNoRefund(paidBy);
  const left = toDollars(toCents(order.purchaseTotal) - toCents(order.refunded));
  return (
    <section aria-labelledby="refund" className="sheet grid justify-items-start gap-3 p-5">
      <h2 id="refund" className="text-base">
        Refund
      </h2>
      <p className="text-sm">
        {obstacle ?? `${formatMoney(left)} of ${formatMoney(order.purchaseTotal)} can go back to the card.`}
      </p>
      {!obstacle && (
        <button type="button" className="btn btn-quiet" onClick={() => setOpened(true)}>
          Refund
        </button>
      )}
      {opened && <OpenedRefund purchaseId={order.purchaseId} onClose={close} />}
    </section>
  );
}

function OpenedRefund({ purchaseId, onClose }: { purchaseId: string; onClose: () => void }) {
  const client = useQueryClient();
  const { data: purchase } = useQuery(purchaseQuery(purchaseId));
  const load = useCallback(async () => {
    const [dialog] = await Promise.all([
      import('./purchase/refund-dialog.tsx'),
      client.fetchQuery(purchaseQuery(purchaseId)),
    ]);
    return dialog;
  }, [client, purchaseId]);
  return (
    <OnDemand load={load} what="the refund" onClose={onClose}>
      {({ RefundDialog }) => purchase && <RefundDialog purchase={purchase} onClose={onClose} />}
    </OnDemand>
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
