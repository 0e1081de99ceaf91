import { useInfiniteQuery } from '@tanstack/react-query';
import type { StuckMail } from '#contract/desk/schema.ts';
import { formatCount } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { formatMoment } from '../../ui/dates.ts';
import { Lead } from './kit/lead.tsx';
import { ListPage } from './kit/list-page.tsx';
import type { ListColumn } from './kit/list-table.tsx';
import { pagesOf } from './kit/pages-of.ts';
import { OVERVIEW } from './menu-entries.ts';

export const handle: PageHandle = { title: 'Emails not sent', may: 'desk.readOverview' };

/** Mails that could not be sent, newest first, with what the mail server said. */
export default function Mails() {
  const list = useInfiniteQuery({
    ...pagesOf(['stuck mails'], 'listStuckMails', {}),
    staleTime: 0,
    // Background jobs send them.
    refetchInterval: 15_000,
  });
  return (
    <ListPage
      title="Emails not sent"
      above={<Breadcrumb above={[OVERVIEW]} here="Emails not sent" />}
      countText={formatCount}
      list={list}
      what="the mails"
      columns={COLUMNS}
      empty="Every email has gone out, or waits for its first try."
    />
  );
}

const COLUMNS: ListColumn<StuckMail>[] = [
  {
    heading: 'To',
    cellClass: 'lead',
    cell: ({ recipient, kind }) => (
      <Lead title={recipient}>
        <p className="text-muted text-xs">{kind.replaceAll('_', ' ')}</p>
      </Lead>
    ),
  },
  { heading: 'What the mail server said', cellClass: 'wrap-anywhere', cell: ({ problem }) => problem },
  {
    heading: 'Written',
    cellClass: 'num whitespace-nowrap',
    cell: ({ createdAt }) => formatMoment(createdAt),
  },
  { heading: 'Tries', className: 'number', cell: ({ tries }) => formatCount(tries) },
  {
    heading: 'Next try',
    cellClass: 'num whitespace-nowrap',
    cell: ({ nextTryAt }) => (nextTryAt ? formatMoment(nextTryAt) : 'Given up'),
  },
];
