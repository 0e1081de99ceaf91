import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { UserDetail } from '#contract/accounts/schema.ts';
import { formatCount, formatMoney } from '#contract/kernel/money.ts';
import { Day } from '../../../ui/data-table.tsx';
import { ROLES } from '../change-role.tsx';
import { Lead } from '../kit/lead.tsx';
import type { ListColumn } from '../kit/list-table.tsx';
import { personPath } from '../person/path.ts';

/** The columns of the list of customers. Where there is no room for all, and on a phone, their facts stand below the address. */
export const COLUMNS: ListColumn<UserDetail>[] = [
  {
    heading: 'Person',
    cellClass: 'lead',
    sorts: ['name', '-name'],
    cell: (person) => <Person person={person} />,
  },
  {
    heading: 'Role',
    className: 'wide',
    cell: ({ role, proven }) => (
      <>
        {ROLES[role]}
        {!proven && <span className="block whitespace-nowrap text-muted text-xs">not confirmed</span>}
      </>
    ),
  },
  { heading: 'Orders', className: 'wide number', cell: ({ purchases }) => formatCount(purchases) },
  {
    heading: 'Paid',
    className: 'number',
    cellClass: 'column',
    sorts: ['-total', 'total'],
    cell: ({ paidTotal }) => formatMoney(paidTotal),
  },
  {
    heading: 'Unpaid',
    className: 'number',
    cellClass: 'column',
    sorts: ['-unpaid', 'unpaid'],
    cell: ({ unpaid, unpaidTotal }) =>
      unpaid > 0 ? (
        <>
          {formatMoney(unpaidTotal)}
          <span className="block text-muted text-xs">in {formatCount(unpaid)}</span>
        </>
      ) : (
        <span className="text-muted">–</span>
      ),
  },
  {
    heading: 'Last seen',
    className: 'wide',
    cellClass: 'num',
    sorts: ['-seen', 'seen'],
    cell: (person) => <LastSeen person={person} />,
  },
  {
    heading: 'Ordering',
    cellClass: ({ blocked }) => (blocked ? '' : 'column'),
    cell: ({ blocked }) => <MayOrder blocked={blocked} />,
  },
];

function Person({ person }: { person: UserDetail }) {
  const { email, name, role, proven, purchases, paidTotal, unpaid, unpaidTotal } = person;
  return (
    <Lead title={<Address email={email} />}>
      {name && (
        <p className="text-muted text-xs">
          <bdi>{name}</bdi>
        </p>
      )}
      <p className="narrow num text-muted text-xs">
        {ROLES[role]}
        {!proven && ', not confirmed'} · {purchases === 1 ? 'one order' : `${formatCount(purchases)} orders`}{' '}
        · <LastSeen person={person}>seen </LastSeen>
      </p>
      <p className="card-only num text-xs">
        {formatMoney(paidTotal)} paid
        {unpaid > 0 && (
          <>
            {' '}
            · <span className="font-medium text-warning">{formatMoney(unpaidTotal)} unpaid</span> in{' '}
            {formatCount(unpaid)}
          </>
        )}
      </p>
    </Lead>
  );
}

function MayOrder({ blocked }: Pick<UserDetail, 'blocked'>) {
  if (!blocked) return <span className="whitespace-nowrap text-muted">May order</span>;
  return (
    <div className="grid min-w-0 max-w-60 justify-items-start gap-0.5">
      <span className="badge badge-warning">Blocked</span>
      <bdi className="wrap-anywhere line-clamp-2 text-muted text-xs" title={blocked.why}>
        {blocked.why}
      </bdi>
    </div>
  );
}

/** An email address that may wrap before its @. */
function Address({ email }: { email: string }) {
  const at = email.lastIndexOf('@');
  return (
    <Link to={personPath(email)} className="text-link">
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </Link>
  );
}

/** The day on which a person was here, after the words that lead to it. */
function LastSeen({ person: { lastSeenAt }, children }: { person: UserDetail; children?: ReactNode }) {
  if (!lastSeenAt) return <span className="text-muted">{children ? 'never seen' : 'Never'}</span>;
  return (
    <span className="whitespace-nowrap">
      {children}
      <Day at={lastSeenAt} />
    </span>
  );
}
