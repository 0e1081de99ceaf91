import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount, formatMoney } from '#contract/money.ts';
import type { PaymentToAnswer } from '#contract/payments.ts';
import { inPages, listOf } from '../../../long-list.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { callForPageAsUser } from '../../../user-calls.ts';
import { LeadCell, MomentCell, NumberCell } from './cells.tsx';

/** Payments with a dispute to answer or a refused refund. */
const paymentsToAnswer = infiniteQueryOptions({
  queryKey: ['payments to answer', 'list'],
  queryFn: ({ pageParam, signal }) =>
    callForPageAsUser('listPaymentsToAnswer', { query: pageParam }, { signal }),
  ...inPages(),
  staleTime: 0,
  refetchInterval: 15_000,
});

/** Payments that need an admin, with links to their orders. Nothing when there are none. */
export function PaymentsToAnswer() {
  const list = useInfiniteQuery(paymentsToAnswer);
  const { total } = listOf(list.data);
  if (list.data && total === 0) return null;
  return (
    <section aria-labelledby="to-answer" className="mb-6">
      {list.data && (
        <h2 id="to-answer" className="mb-2 text-base">
          Disputes to answer and refused refunds: {formatCount(total)}
        </h2>
      )}
      <LoadedList list={list} what="the disputes" empty={null} loading={null}>
        {(payments) => (
          <DataTable columns={['What to do', 'Order', ['Amount', 'number'], 'Answer until']}>
            {payments.map((payment) => (
              <Row key={payment._id} payment={payment} />
            ))}
          </DataTable>
        )}
      </LoadedList>
    </section>
  );
}

function Row({ payment }: { payment: PaymentToAnswer }) {
  const { toDo, orderId, orderNumber } = payment;
  return (
    <tr>
      <LeadCell title={toDo.what}>
        {toDo.advice && <p>{toDo.advice}</p>}
        <p className="text-muted text-xs">
          <span className="id">{payment.transactionId}</span>
        </p>
      </LeadCell>
      <td data-label="Order">
        {orderId ? (
          <Link
            to={`/dashboard/orders/${orderId}`}
            aria-label={`Order ${orderNumber}`}
            className="text-link whitespace-nowrap"
          >
            {orderNumber}
          </Link>
        ) : (
          <span className="text-muted">none</span>
        )}
      </td>
      <NumberCell label="Amount">{formatMoney(toDo.amount)}</NumberCell>
      <MomentCell label="Answer until" at={toDo.dueAt} />
    </tr>
  );
}
