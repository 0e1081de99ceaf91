import { useInfiniteQuery } from '@tanstack/react-query';
import { formatCount, formatMoney } from '#contract/kernel/money.ts';
import type { DueRefund } from '#contract/payments/schema.ts';
import { actorName } from '../../../ui/actor.ts';
import { formatMoment } from '../../../ui/dates.ts';
import { Lead } from '../kit/lead.tsx';
import type { ListColumn } from '../kit/list-table.tsx';
import { pagesOf } from '../kit/pages-of.ts';
import { PurchaseLink } from './cells.tsx';
import { ListSection } from './list-section.tsx';

/** Refunds that the payment provider has not confirmed: why, since when, the number of attempts, and the time of the next one. */
export function DueRefunds() {
  const list = useInfiniteQuery({
    ...pagesOf(['refunds due'], 'listDueRefunds', {}),
    staleTime: 0,
    // Background jobs change them.
    refetchInterval: 15_000,
  });
  return (
    <ListSection
      title="Refunds still due"
      list={list}
      what="the refunds"
      columns={COLUMNS}
      empty="No refunds are waiting."
    />
  );
}

const COLUMNS: ListColumn<DueRefund>[] = [
  {
    heading: 'Why',
    cellClass: 'lead',
    cell: ({ why, problem, since, who, transactionId }) => (
      <Lead title={<bdi>{why}</bdi>}>
        {problem && (
          <p>
            {problem.what} {problem.advice}
          </p>
        )}
        <p className="text-muted text-xs">
          Since {formatMoment(since)} · {actorName(who)} · <span className="id">{transactionId}</span>
        </p>
      </Lead>
    ),
  },
  { heading: 'Order', cell: (refund) => <PurchaseLink of={refund} /> },
  {
    heading: 'State',
    cell: ({ tries }) => <span className="badge badge-ghost">{tries > 0 ? 'Failed' : 'Due'}</span>,
  },
  { heading: 'Amount', className: 'number', cell: ({ amount }) => formatMoney(amount) },
  { heading: 'Tries', className: 'number', cell: ({ tries }) => formatCount(tries) },
  {
    heading: 'Next try',
    cellClass: 'num whitespace-nowrap',
    cell: ({ nextTryAt }) => nextTryAt && formatMoment(nextTryAt),
  },
];
