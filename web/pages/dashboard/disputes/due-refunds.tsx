import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { formatCount, formatMoney } from '#contract/money.ts';
import type { DueRefund } from '#contract/payments.ts';
import { inPages, listOf } from '../../../long-list.ts';
import { actorName } from '../../../ui/actor.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { ListTable } from '../../../ui/list-table.tsx';
import { callForPageAsUser } from '../../../user-calls.ts';
import { LeadCell, MomentCell, NumberCell } from '../cells.tsx';
import { PurchaseCell } from './cells.tsx';

/** Refunds that the payment provider has not confirmed yet, and that go on by themselves. */
const dueRefunds = infiniteQueryOptions({
  queryKey: ['refunds due'],
  queryFn: ({ pageParam, signal }) => callForPageAsUser('listDueRefunds', { query: pageParam }, { signal }),
  ...inPages(),
  staleTime: 0,
  // Background jobs change them.
  refetchInterval: 15_000,
});

/** Refunds that are still due: why, since when, the number of attempts, and the time of the next one. */
export function DueRefunds() {
  const list = useInfiniteQuery(dueRefunds);
  return (
    <section aria-labelledby="refunds-due">
      <h2 id="refunds-due" className="mb-2 text-base">
        Refunds still due{list.data && `: ${formatCount(listOf(list.data).total)}`}
      </h2>
      <ListTable
        list={list}
        what="the refunds"
        columns={['Why', 'Order', 'State', ['Amount', 'number'], ['Tries', 'number'], 'Next try']}
        empty={<p className="sheet p-6 text-muted">No refunds are waiting.</p>}
      >
        {(refund) => <Row key={refund._id} refund={refund} />}
      </ListTable>
    </section>
  );
}

function Row({ refund }: { refund: DueRefund }) {
  return (
    <tr>
      <LeadCell title={<bdi>{refund.why}</bdi>}>
        {refund.problem && (
          <p>
            {refund.problem.what} {refund.problem.advice}
          </p>
        )}
        <p className="text-muted text-xs">
          Since {formatMoment(refund.since)} · {actorName(refund.who)} ·{' '}
          <span className="id">{refund.transactionId}</span>
        </p>
      </LeadCell>
      <PurchaseCell of={refund} />
      <td data-label="State">
        <span className="badge badge-ghost">{refund.tries > 0 ? 'Failed' : 'Due'}</span>
      </td>
      <NumberCell label="Amount">{formatMoney(refund.amount)}</NumberCell>
      <NumberCell label="Tries">{formatCount(refund.tries)}</NumberCell>
      <MomentCell label="Next try" at={refund.nextTryAt} />
    </tr>
  );
}
