import { useQuery } from '@tanstack/react-query';
import { formatCount } from '#contract/kernel/money.ts';
import type { PaymentProblem } from '#contract/payments/schema.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { userQuery } from '../../../user-query.ts';
import { Lead } from '../kit/lead.tsx';
import { EntryTable, type ListColumn } from '../kit/list-table.tsx';
import { explainProblem } from './payment-problem-words.ts';

const paymentProblems = userQuery(
  ['payment problems'],
  'listPaymentProblems',
  {},
  { staleTime: 0, refetchInterval: 15_000 },
);

/** Failed calls to Stripe, by kind: since when, how often, and what to do. Nothing when there are none. */
export function PaymentProblems() {
  const query = useQuery(paymentProblems);
  return (
    <Loaded query={query} what="the problems with payments" loading={null}>
      {(problems) => problems.length > 0 && <Problems problems={problems} />}
    </Loaded>
  );
}

function Problems({ problems }: { problems: PaymentProblem[] }) {
  return (
    <section aria-labelledby="payment-problems" className="mb-6">
      <h2 id="payment-problems" className="mb-2 text-base">
        Problems with payments
      </h2>
      <EntryTable
        entries={problems.map((problem) => ({ ...problem, _id: `${problem.operation} ${problem.kind}` }))}
        columns={COLUMNS}
      />
    </section>
  );
}

const COLUMNS: ListColumn<PaymentProblem & { _id: string }>[] = [
  {
    heading: 'What went wrong',
    cellClass: 'lead',
    cell: ({ operation, kind }) => {
      const { what, todo } = explainProblem(operation, kind);
      return (
        <Lead title={what}>
          <p className="text-muted text-xs">{todo}</p>
        </Lead>
      );
    },
  },
  {
    heading: 'What Stripe said last',
    cell: ({ message, status, type, code, requestId }) => (
      <div className="min-w-0 wrap-anywhere">
        <p>{message}</p>
        <p className="text-muted text-xs">{[status, type, code, requestId].filter(Boolean).join(' · ')}</p>
      </div>
    ),
  },
  { heading: 'Times', className: 'number', cell: ({ times }) => formatCount(times) },
  { heading: 'First', cellClass: 'num whitespace-nowrap', cell: ({ firstAt }) => formatMoment(firstAt) },
  { heading: 'Last', cellClass: 'num whitespace-nowrap', cell: ({ lastAt }) => formatMoment(lastAt) },
];
