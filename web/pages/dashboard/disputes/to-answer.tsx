import { useInfiniteQuery } from '@tanstack/react-query';
import { formatMoney } from '#contract/kernel/money.ts';
import type { PaymentToAnswer } from '#contract/payments/schema.ts';
import { Lead } from '../kit/lead.tsx';
import type { ListColumn } from '../kit/list-table.tsx';
import { pagesOf } from '../kit/pages-of.ts';
import { StoppedRefund } from '../stopped-refund.tsx';
import { Deadline, PurchaseLink } from './cells.tsx';
import { ListSection } from './list-section.tsx';

/** Payments with a dispute to answer or a refused refund: what to do, until when, and for which order. */
export function PaymentsToAnswer() {
  const list = useInfiniteQuery({
    ...pagesOf(['payments to answer', 'list'], 'listPaymentsToAnswer', {}),
    staleTime: 0,
    refetchInterval: 15_000,
  });
  return (
    <ListSection
      title="Disputes to answer and refused refunds"
      list={list}
      what="the disputes"
      columns={COLUMNS}
      empty="No bank and no refund waits for an answer."
    />
  );
}

const COLUMNS: ListColumn<PaymentToAnswer>[] = [
  { heading: 'What to do', cellClass: 'lead', cell: (payment) => <WhatToDo payment={payment} /> },
  { heading: 'Order', cell: (payment) => <PurchaseLink of={payment} /> },
  { heading: 'Amount', className: 'number', cell: ({ toDo }) => formatMoney(toDo.amount) },
  { heading: 'Answer until', cellClass: 'num', cell: ({ toDo }) => <Deadline at={toDo.dueAt} /> },
];

function WhatToDo({ payment }: { payment: PaymentToAnswer }) {
  const { claim, what, advice, evidence } = payment.toDo;
  return (
    <Lead title={claim ?? what}>
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
    </Lead>
  );
}
