import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatCount, formatMoney } from '#contract/money.ts';
import type { DisputeState, ListedDispute } from '#contract/payments.ts';
import { inPages, listOf } from '../../../long-list.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { ListTable } from '../../../ui/list-table.tsx';
import { callForPageAsUser } from '../../../user-calls.ts';
import { LeadCell, NumberCell } from '../cells.tsx';
import { personPath } from '../person/path.ts';
import { DeadlineCell, PurchaseCell } from './cells.tsx';

const disputes = (state: DisputeState) =>
  infiniteQueryOptions({
    queryKey: ['disputes', state],
    queryFn: ({ pageParam, signal }) =>
      callForPageAsUser('listDisputes', { query: { state, ...pageParam } }, { signal }),
    ...inPages(),
    staleTime: 0,
    // Banks and background jobs change them.
    refetchInterval: 15_000,
  });

const WORDS: Record<DisputeState, { heading: string; none: string }> = {
  open: { heading: 'Open disputes', none: 'No bank disputes a payment.' },
  over: { heading: 'Closed disputes', none: 'No dispute has been decided yet.' },
};

/** The last column says of open ones until when to answer, and of closed ones what the bank has kept. */
const LAST: Record<DisputeState, Column> = { open: 'Answer until', over: ['Taken back', 'number'] };

/** Disputes in a state, the one opened last first, with what each claims and what to do. */
export function DisputeList({ state }: { state: DisputeState }) {
  const list = useInfiniteQuery(disputes(state));
  const { heading, none } = WORDS[state];
  return (
    <section aria-labelledby="disputes">
      <h2 id="disputes" className="mb-2 text-base">
        {heading}
        {list.data && `: ${formatCount(listOf(list.data).total)}`}
      </h2>
      <ListTable
        list={list}
        what="the disputes"
        columns={['What the buyer claims', 'Order', 'Buyer', ['Amount', 'number'], LAST[state]]}
        empty={<p className="sheet p-6 text-muted">{none}</p>}
      >
        {(dispute) => <Row key={dispute._id} dispute={dispute} />}
      </ListTable>
    </section>
  );
}

function Row({ dispute }: { dispute: ListedDispute }) {
  const { claim, evidence, what, advice, asks, isOver, buyer, amount, withdrawn } = dispute;
  return (
    <tr>
      <LeadCell title={claim}>
        <p>
          {what} {advice}
        </p>
        {asks && <p className="mt-1">{evidence}</p>}
        <p className="text-muted text-xs">
          Opened {formatMoment(dispute.openedAt)} · {dispute.reason} ·{' '}
          <span className="id">{dispute._id}</span>
        </p>
      </LeadCell>
      <PurchaseCell of={dispute} />
      <td data-label="Buyer">
        {buyer ? (
          <div className="min-w-0 max-w-48">
            <bdi className="block truncate">{buyer.name}</bdi>
            <Link
              to={personPath(buyer.email)}
              className="block truncate text-link text-xs"
              title={buyer.email}
            >
              {buyer.email}
            </Link>
          </div>
        ) : (
          <span className="text-muted">unknown</span>
        )}
      </td>
      <NumberCell label="Amount">{formatMoney(amount)}</NumberCell>
      {isOver ? (
        <NumberCell label="Taken back">{formatMoney(withdrawn)}</NumberCell>
      ) : (
        <DeadlineCell label="Answer until" at={asks ? dispute.dueAt : undefined} />
      )}
    </tr>
  );
}
