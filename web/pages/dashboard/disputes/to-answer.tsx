import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { formatCount, formatMoney } from '#contract/money.ts';
import type { PaymentToAnswer } from '#contract/payments.ts';
import { inPages, listOf } from '../../../long-list.ts';
import { ListTable } from '../../../ui/list-table.tsx';
import { callForPageAsUser } from '../../../user-calls.ts';
import { LeadCell, NumberCell } from '../cells.tsx';
import { StoppedRefund } from '../stopped-refund.tsx';
import { DeadlineCell, PurchaseCell } from './cells.tsx';

/** Payments with a dispute to answer or a refused refund. */
const paymentsToAnswer = infiniteQueryOptions({
  queryKey: ['payments to answer', 'list'],
  queryFn: ({ pageParam, signal }) =>
    callForPageAsUser('listPaymentsToAnswer', { query: pageParam }, { signal }),
  ...inPages(),
  staleTime: 0,
  refetchInterval: 15_000,
});

/** Payments that need an admin: what to do, until when, and for which order. */
export function PaymentsToAnswer() {
  const list = useInfiniteQuery(paymentsToAnswer);
  return (
    <section aria-labelledby="to-answer" className="mb-8">
      <h2 id="to-answer" className="mb-2 text-base">
        Disputes to answer and refused refunds
        {list.data && `: ${formatCount(listOf(list.data).total)}`}
      </h2>
      <ListTable
        list={list}
        what="the disputes"
        columns={['What to do', 'Order', ['Amount', 'number'], 'Answer until']}
        empty={<p className="sheet p-6 text-muted">No bank and no refund waits for an answer.</p>}
      >
        {(payment) => <Row key={payment._id} payment={payment} />}
      </ListTable>
    </section>
  );
}

function Row({ payment }: { payment: PaymentToAnswer }) {
  const { claim, what, advice, evidence, amount, dueAt } = payment.toDo;
  return (
    <tr>
      <LeadCell title={claim ?? what}>
        <p>
          {claim && what} {advice}
        </p>
        {evidence && <p className="mt-1">{evidence}</p>}
        <p className="text-muted text-xs">
          <span className="id">{payment.transactionId}</span>
        </p>
        {payment.state === 'refused' && !claim && (
          <div className="mt-2 grid justify-items-start gap-1">
            <StoppedRefund payment={payment} />
          </div>
        )}
      </LeadCell>
      <PurchaseCell of={payment} />
      <NumberCell label="Amount">{formatMoney(amount)}</NumberCell>
      <DeadlineCell label="Answer until" at={dueAt} />
    </tr>
  );
}
