import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount, formatMoney } from '#contract/money.ts';
import type { PaymentToAnswer } from '#contract/payments.ts';
import { listOf } from '../../../long-list.ts';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { paymentsToAnswer } from '../to-answer.tsx';
import { LeadCell, MomentCell, NumberCell } from './cells.tsx';

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
        )}
      </LoadedList>
    </section>
  );
}

function Row({ payment }: { payment: PaymentToAnswer }) {
  const { problem, disputes, orderId, orderNumber } = payment;
  // The last open dispute comes first: a refused refund waits for its end.
  const dispute = disputes.findLast(({ advice }) => advice !== undefined);
  const { what, advice } = dispute ?? problem ?? { what: 'The refund was refused.' };
  return (
    <tr>
      <LeadCell title={what}>
        {advice && <p>{advice}</p>}
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
      <NumberCell label="Amount">{formatMoney(dispute?.amount ?? payment.amount)}</NumberCell>
      <MomentCell label="Answer until" at={dispute?.dueAt} />
    </tr>
  );
}
