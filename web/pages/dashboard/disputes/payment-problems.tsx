import { queryOptions, useQuery } from '@tanstack/react-query';
import { formatCount } from '#contract/money.ts';
import type { PaymentProblem } from '#contract/payments.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { callAsUser } from '../../../user-calls.ts';
import { LeadCell, MomentCell, NumberCell } from '../kit/cells.tsx';
import { explainProblem } from './payment-problem-words.ts';

const paymentProblems = queryOptions({
  queryKey: ['payment problems'],
  queryFn: ({ signal }) => callAsUser('listPaymentProblems', {}, { signal }),
  staleTime: 0,
  refetchInterval: 15_000,
});

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
      <DataTable columns={['What went wrong', 'What Stripe said last', ['Times', 'number'], 'First', 'Last']}>
        {problems.map((problem) => (
          <Problem key={`${problem.operation} ${problem.kind}`} problem={problem} />
        ))}
      </DataTable>
    </section>
  );
}

function Problem({ problem }: { problem: PaymentProblem }) {
  const { what, todo } = explainProblem(problem.operation, problem.kind);
  const { status, type, code, requestId } = problem;
  return (
    <tr>
      <LeadCell title={what}>
        <p className="text-muted text-xs">{todo}</p>
      </LeadCell>
      <td data-label="What Stripe said last">
        <div className="min-w-0 wrap-anywhere">
          <p>{problem.message}</p>
          <p className="text-muted text-xs">{[status, type, code, requestId].filter(Boolean).join(' · ')}</p>
        </div>
      </td>
      <NumberCell label="Times">{formatCount(problem.times)}</NumberCell>
      <MomentCell label="First" at={problem.firstAt} />
      <MomentCell label="Last" at={problem.lastAt} />
    </tr>
  );
}
