import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { countOf } from '#contract/kernel/money.ts';
import { callForPageAsUser } from '../../user-calls.ts';
import { DISPUTES } from './menu-entries.ts';
import { useCan } from './role.ts';

/** The number of payments that wait for an admin. Every page of an admin shows it, so the request is small and rare. */
const countOfPaymentsToAnswer = queryOptions({
  queryKey: ['payments to answer', 'count'],
  queryFn: async ({ signal }) =>
    (await callForPageAsUser('listPaymentsToAnswer', { query: { limit: '1' } }, { signal })).total,
  staleTime: 0,
  refetchInterval: 60_000,
});

/** Returns how many payments wait for an admin; 0 for others and while loading. */
export function useCountOfPaymentsToAnswer(): number {
  const isTold = useCan()('payment.read');
  const { data = 0 } = useQuery({ ...countOfPaymentsToAnswer, enabled: isTold });
  return isTold ? data : 0;
}

/** '2 payments with a dispute to answer or a refused refund' */
export function describePaymentsToAnswer(count: number): string {
  return `${countOf(count, 'payment')} with a dispute to answer or a refused refund`;
}

/** Tells an admin on the dashboard's first page that payments wait, with a link. */
export function PaymentsToAnswerNotice() {
  const count = useCountOfPaymentsToAnswer();
  return (
    <p role="status" className="mb-5 max-w-xl border-warning border-s-4 ps-3 empty:hidden">
      {count > 0 && (
        <>
          {describePaymentsToAnswer(count)}.{' '}
          <Link to={DISPUTES} className="text-link">
            Disputes and refused refunds
          </Link>
        </>
      )}
    </p>
  );
}
