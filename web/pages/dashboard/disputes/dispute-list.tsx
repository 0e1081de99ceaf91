import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatMoney } from '#contract/kernel/money.ts';
import type { DisputeState, ListedDispute } from '#contract/payments/schema.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { Lead } from '../kit/lead.tsx';
import type { ListColumn } from '../kit/list-table.tsx';
import { pagesOf } from '../kit/pages-of.ts';
import { personPath } from '../person/path.ts';
import { Deadline, PurchaseLink } from './cells.tsx';
import { ListSection } from './list-section.tsx';

const WORDS: Record<DisputeState, { heading: string; none: string }> = {
  open: { heading: 'Open disputes', none: 'No bank disputes a payment.' },
  over: { heading: 'Closed disputes', none: 'No dispute has been decided yet.' },
};

/** Disputes in a state, the one opened last first, with what each claims and what to do. */
export function DisputeList({ state }: { state: DisputeState }) {
  const list = useInfiniteQuery({
    ...pagesOf(['disputes', state], 'listDisputes', { query: { state } }),
    staleTime: 0,
    // Banks and background jobs change them.
    refetchInterval: 15_000,
  });
  const { heading, none } = WORDS[state];
  return (
    <ListSection
      title={heading}
      list={list}
      what="the disputes"
      columns={[...COLUMNS, LAST[state]]}
      empty={none}
    />
  );
}

const COLUMNS: ListColumn<ListedDispute>[] = [
  { heading: 'What the buyer claims', cellClass: 'lead', cell: (dispute) => <Claim dispute={dispute} /> },
  { heading: 'Order', cell: (dispute) => <PurchaseLink of={dispute} /> },
  { heading: 'Buyer', cell: ({ buyer }) => <Buyer buyer={buyer} /> },
  { heading: 'Amount', className: 'number', cell: ({ amount }) => formatMoney(amount) },
];

/** The last column says of open ones until when to answer, and of closed ones what the bank has kept. */
const LAST: Record<DisputeState, ListColumn<ListedDispute>> = {
  open: {
    heading: 'Answer until',
    cellClass: 'num',
    cell: ({ asks, dueAt }) => <Deadline at={asks ? dueAt : undefined} />,
  },
  over: { heading: 'Taken back', className: 'number', cell: ({ withdrawn }) => formatMoney(withdrawn) },
};

function Claim({ dispute }: { dispute: ListedDispute }) {
  const { claim, evidence, what, advice, asks, openedAt, reason, _id } = dispute;
  return (
    <Lead title={claim}>
      <p>
        {what} {advice}
      </p>
      {asks && <p className="mt-1">{evidence}</p>}
      <p className="text-muted text-xs">
        Opened {formatMoment(openedAt)} · {reason} · <span className="id">{_id}</span>
      </p>
    </Lead>
  );
}

function Buyer({ buyer }: { buyer: ListedDispute['buyer'] }) {
  if (!buyer) return <span className="text-muted">unknown</span>;
  return (
    <div className="min-w-0 max-w-48">
      <bdi className="block truncate">{buyer.name}</bdi>
      <Link to={personPath(buyer.email)} className="block truncate text-link text-xs" title={buyer.email}>
        {buyer.email}
      </Link>
    </div>
  );
}
