import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { PageHandle } from '#contract/pages.ts';
import type { WaitingPurchase } from '#contract/purchases/approvals.ts';
import { useActingCompany } from '../../../companies.ts';
import { purchasePath } from '../../../path-with.ts';
import { useUser } from '../../../session.tsx';
import { written } from '../../../translate.ts';
import { formatDate, formatMoment } from '../../../ui/dates.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { Lead } from '../kit/lead.tsx';
import { EntryTable, type ListColumn } from '../kit/list-table.tsx';
import { useCan } from '../role.ts';
import { waitingForMe } from './queries.ts';
import { REASONS, t, timeLeft } from './words.ts';

export const handle: PageHandle = { title: t('title') };

/** The orders of the company that wait for the person's approval, oldest first. */
export default function Approvals() {
  const { buyerId } = useUser();
  const isApprover = useCan()('purchase.approve') && buyerId !== undefined;
  const list = useQuery({ ...waitingForMe, enabled: isApprover });
  const isClosed = useActingCompany()?.state === 'closed';
  return (
    <>
      <PageTitle>{t('title')}</PageTitle>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p role="status" className="text-muted">
          {list.data && list.data.length > 0 && t('count', { count: list.data.length })}
        </p>
      </div>
      {isApprover ? (
        <Loaded query={list} what={t('what')} shape="list">
          {(waiting) =>
            waiting.length === 0 ? (
              <Nothing>{t('none')}</Nothing>
            ) : (
              <EntryTable columns={COLUMNS} entries={waiting} />
            )
          }
        </Loaded>
      ) : (
        !isClosed && <Nothing>{buyerId === undefined ? t('none.self') : t('none.right')}</Nothing>
      )}
    </>
  );
}

function Nothing({ children }: { children: string }) {
  return <p className="sheet p-6">{children}</p>;
}

const COLUMNS: ListColumn<WaitingPurchase>[] = [
  {
    heading: t('order'),
    cellClass: 'lead',
    cell: ({ _id, number, name, askedAt }) => (
      <Lead
        title={
          <Link to={purchasePath(_id)} className="text-link inline-block max-md:py-2">
            {number}
          </Link>
        }
      >
        <p className="text-muted text-xs" title={formatMoment(askedAt)}>
          <bdi>{t('placedBy', { name })}</bdi> · {t('askedOn', { when: formatDate(askedAt) })}
        </p>
      </Lead>
    ),
  },
  {
    heading: t('why'),
    cell: ({ reasons }) => (
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{REASONS[reason]}</li>
        ))}
      </ul>
    ),
  },
  {
    heading: t('heldShort'),
    cell: ({ heldUntil }) =>
      heldUntil === null ? (
        t('heldShort.ended')
      ) : (
        <span title={formatMoment(heldUntil)}>{timeLeft(heldUntil)}</span>
      ),
  },
  {
    heading: t('total'),
    className: 'number',
    cellClass: 'font-medium',
    cell: ({ total }) => written.money(total),
  },
];
