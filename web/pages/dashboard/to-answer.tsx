import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount } from '#contract/money.ts';
import { listOf, paymentsToAnswer } from '../../queries.ts';
import { useRole } from '../../session.tsx';
import { logPath } from './log/filter.ts';

/** How many payments wait for an admin; 0 for others, and while it is not known. */
export function useToAnswer(): number {
  const isAdmin = useRole().data === 'admin';
  const { data } = useInfiniteQuery({ ...paymentsToAnswer, enabled: isAdmin });
  return isAdmin ? listOf(data).total : 0;
}

/** '2 payments with a dispute to answer or a refused refund' */
export function describeToAnswer(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'payment' : 'payments'} with a dispute to answer or a refused refund`;
}

/** Tells an admin, where the dashboard begins, that payments wait for them, and leads there. */
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
