import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount, formatMoney } from '#contract/money.ts';
import type { PaymentToAnswer } from '#contract/payments.ts';
import { listOf, paymentsToAnswer } from '../../../queries.ts';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { ShowMore } from '../../../ui/show-more.tsx';
import { LeadCell, MomentCell, NumberCell } from './cells.tsx';

/** Payments that wait for an admin: each leads to its order, where it is answered. Nothing when there are none. */
export function PaymentsToAnswer() {
  const list = useInfiniteQuery(paymentsToAnswer);
  const { data, error, refetch } = list;
  const { entries: payments, total } = listOf(data);
  if (!data) return error && <LoadProblem error={error} what="the disputes" retry={refetch} />;
  if (payments.length === 0) return null;
  return (
    <section aria-labelledby="to-answer" className="mb-6">
      <h2 id="to-answer" className="mb-2 text-base">
        Disputes to answer and refused refunds: {formatCount(total)}
      </h2>
      <div className="sheet">
        <table className="data-table">
          <thead>
            <tr>
              <th scope="col">What to do</th>
              <th scope="col">Order</th>
              <th scope="col" className="number">
                Amount
              </th>
              <th scope="col">Answer until</th>
            </tr>
          </thead>
          <tbody>
            {payments.map((payment) => (
              <Row key={payment._id} payment={payment} />
            ))}
          </tbody>
        </table>
      </div>
      <ShowMore list={list} />
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
