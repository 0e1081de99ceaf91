import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount, formatMoney } from '#contract/money.ts';
import type { DueRefund } from '#contract/payments.ts';
import { inPages, listOf } from '../../../long-list.ts';
import { actorName } from '../../../ui/actor.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { callForPageAsUser } from '../../../user-calls.ts';
import { RetryRefund } from '../retry-refund.tsx';
import { LeadCell, MomentCell, NumberCell } from './cells.tsx';
import { logPath } from './filter.ts';

/** Refunds that the payment provider has not confirmed yet. */
const dueRefunds = infiniteQueryOptions({
  queryKey: ['refunds due'],
  queryFn: ({ pageParam, signal }) => callForPageAsUser('listDueRefunds', { query: pageParam }, { signal }),
  ...inPages(),
  staleTime: 0,
  // Background jobs change them.
  refetchInterval: 15_000,
});

/** Refunds that are still due: since when, the number of attempts, and the time of the next one. */
export function DueRefunds() {
  const list = useInfiniteQuery(dueRefunds);
  return (
    <section aria-labelledby="refunds-due" className="mb-6">
      <h2 id="refunds-due" className="mb-2 text-base">
        Refunds still due{list.data && `: ${formatCount(listOf(list.data).total)}`}
      </h2>
      <LoadedList
        list={list}
        what="the refunds"
        empty={<p className="text-muted text-sm">Everything that had to go back has gone back.</p>}
        loading={<p className="text-muted text-sm">Loading…</p>}
      >
        {(refunds) => <RefundTable refunds={refunds} />}
      </LoadedList>
    </section>
  );
}

function RefundTable({ refunds }: { refunds: DueRefund[] }) {
  return (
    <DataTable columns={['Why', 'Order', ['Amount', 'number'], 'Due since', ['Tries', 'number'], 'Next try']}>
      {refunds.map((refund) => (
        <tr key={refund._id}>
          <LeadCell title={refund.why}>
            {refund.problem && (
              <p>
                {refund.problem.what} {refund.problem.advice}
              </p>
            )}
            <p className="text-muted text-xs">
              {actorName(refund.who)} · <span className="id">{refund.transactionId}</span>
            </p>
          </LeadCell>
          <td data-label="Order">
            {refund.orderId ? (
              <Link
                to={logPath({ order: refund.orderNumber ?? refund.orderId })}
                aria-label={`Log of order ${refund.orderNumber}`}
                className="text-link whitespace-nowrap"
              >
                {refund.orderNumber}
              </Link>
            ) : (
              <span className="text-muted">none</span>
            )}
          </td>
          <NumberCell label="Amount">{formatMoney(refund.amount)}</NumberCell>
          <MomentCell label="Due since" at={refund.since} />
          <NumberCell label="Tries">{formatCount(refund.tries)}</NumberCell>
          <MomentCell label="Next try" at={refund.nextTryAt} otherwise={<RetryRefund id={refund._id} />} />
        </tr>
      ))}
    </DataTable>
  );
}
