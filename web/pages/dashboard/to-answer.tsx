import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount } from '#contract/money.ts';
import { inPages, listOf } from '../../long-list.ts';
import { callForPageAsUser } from '../../user-calls.ts';
import { logPath } from './log/filter.ts';
import { useRole } from './role.ts';

/** Payments with a dispute to answer or a refused refund. The menu counts them on every page of an admin. */
export const paymentsToAnswer = infiniteQueryOptions({
  queryKey: ['payments to answer'],
  queryFn: ({ pageParam, signal }) =>
    callForPageAsUser('listPaymentsToAnswer', { query: pageParam }, { signal }),
  ...inPages(),
  staleTime: 0,
  refetchInterval: 15_000,
});

/** Returns the number of payments that need an admin; 0 for customers, and while it is unknown. */
export function useToAnswer(): number {
  const isAdmin = useRole().data === 'admin';
  const { data } = useInfiniteQuery({ ...paymentsToAnswer, enabled: isAdmin });
  return isAdmin ? listOf(data).total : 0;
}

/** '2 payments with a dispute to answer or a refused refund' */
export function describeToAnswer(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'payment' : 'payments'} with a dispute to answer or a refused refund`;
}

/** Tells an admin on the first page of the dashboard how many payments need them, with a link. */
export function ToAnswer() {
  const count = useToAnswer();
  return (
    <p role="status" className="mb-5 max-w-xl border-warning border-s-4 ps-3 empty:hidden">
      {count > 0 && (
        <>
          {describeToAnswer(count)}.{' '}
          <Link to={logPath({})} className="text-link">
            Disputes and refused refunds
          </Link>
        </>
      )}
    </p>
  );
}
