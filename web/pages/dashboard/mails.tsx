import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import type { StuckMail } from '#contract/desk.ts';
import { formatCount } from '#contract/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { inPages, listOf } from '../../long-list.ts';
import { Breadcrumb } from '../../ui/breadcrumb.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { callForPageAsUser } from '../../user-calls.ts';
import { LeadCell, MomentCell, NumberCell } from './cells.tsx';
import { OVERVIEW } from './menu-entries.ts';

const stuckMails = infiniteQueryOptions({
  queryKey: ['stuck mails'],
  queryFn: ({ pageParam, signal }) => callForPageAsUser('listStuckMails', { query: pageParam }, { signal }),
  ...inPages(),
  staleTime: 0,
  // Background jobs send them.
  refetchInterval: 15_000,
});

export const handle: PageHandle = { title: 'Emails not sent', may: 'desk.readOverview' };

/** Mails that could not be sent, newest first, with what the mail server said. */
export default function Mails() {
  const list = useInfiniteQuery(stuckMails);
  return (
    <>
      <PageTitle>Emails not sent</PageTitle>
      <Breadcrumb above={[OVERVIEW]} here="Emails not sent" />
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4">
        <h1 tabIndex={-1}>Emails not sent</h1>
        <p role="status" className="num text-muted">
          {list.data && formatCount(listOf(list.data).total)}
        </p>
      </div>
      <ListTable
        list={list}
        what="the mails"
        columns={['To', 'What the mail server said', 'Written', ['Tries', 'number'], 'Next try']}
        empty={<p className="sheet p-6 text-muted">Every email has gone out, or waits for its first try.</p>}
      >
        {(mail) => <Row key={mail._id} mail={mail} />}
      </ListTable>
    </>
  );
}

function Row({ mail }: { mail: StuckMail }) {
  return (
    <tr>
      <LeadCell title={mail.recipient}>
        <p className="text-muted text-xs">{mail.kind.replaceAll('_', ' ')}</p>
      </LeadCell>
      <td data-label="What the mail server said" className="wrap-anywhere">
        {mail.problem}
      </td>
      <MomentCell label="Written" at={mail.createdAt} />
      <NumberCell label="Tries">{formatCount(mail.tries)}</NumberCell>
      <MomentCell label="Next try" at={mail.nextTryAt} otherwise="Given up" />
    </tr>
  );
}
