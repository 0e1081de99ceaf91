import { useQuery } from '@tanstack/react-query';
import { formatMoney } from '#contract/kernel/money.ts';
import type { Dispute } from '#contract/payments/schema.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { StoppedRefund } from '../stopped-refund.tsx';
import { orderPayments } from './queries.ts';

/** Disputes and refused refunds of a purchase's payments, for staff. Nothing when there are none. */
export function PaymentTrouble({ purchase }: { purchase: PurchaseDetail }) {
  const { data: payments = [] } = useQuery(orderPayments(purchase.lines[0]!._id));
  const troubled = payments.filter((payment) => payment.problem || payment.disputes.length > 0);
  if (troubled.length === 0) return null;
  return (
    <section aria-labelledby="payment-trouble" className="sheet grid gap-4 p-5">
      <h2 id="payment-trouble" className="text-base">
        Disputes and refused refunds
      </h2>
      {troubled.map((payment) => (
        <div key={payment._id} className="grid justify-items-start gap-3 text-sm">
          <p className="text-muted">
            Payment of {formatMoney(payment.amount)} · <span className="id">{payment.transactionId}</span>
          </p>
          {payment.problem && (
            <p>
              <span className="font-medium">{payment.problem.what}</span> {payment.problem.advice}
            </p>
          )}
          {payment.state === 'refused' && <StoppedRefund payment={payment} />}
          {payment.disputes.map((dispute) => (
            <DisputeSheet key={dispute._id} dispute={dispute} />
          ))}
        </div>
      ))}
    </section>
  );
}

function DisputeSheet({ dispute }: { dispute: Dispute }) {
  return (
    <div>
      <p>
        <span className="font-medium">{dispute.what}</span> {dispute.advice}
      </p>
      <p className="text-muted">
        {formatMoney(dispute.amount)} disputed as {dispute.reason} on {formatMoment(dispute.openedAt)}
        {dispute.withdrawn > 0 && `, ${formatMoney(dispute.withdrawn)} with the bank`}
        {dispute.advice && dispute.dueAt && `, answer until ${formatMoment(dispute.dueAt)}`}
        {' · '}
        <span className="id">{dispute._id}</span>
      </p>
    </div>
  );
}
