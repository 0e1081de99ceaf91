import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { UserDetail } from '#contract/accounts.ts';
import { formatCount, formatMoney } from '#contract/money.ts';
import { type Column, Day } from '../../../ui/data-table.tsx';
import { LeadCell } from '../cells.tsx';
import { ROLES } from '../change-role.tsx';
import { personPath } from '../person/path.ts';

export const COLUMNS: Column[] = [
  ['Person', '', ['name', '-name']],
  ['Role', 'wide'],
  ['Orders', 'wide number'],
  ['Paid', 'number', ['-total', 'total']],
  ['Unpaid', 'number', ['-unpaid', 'unpaid']],
  ['Last seen', 'wide', ['-seen', 'seen']],
  'Ordering',
];

/** One person of the list of customers. Where there is no room for all columns, and on a phone, their facts stand below the address. */
export function CustomerRow({ person }: { person: UserDetail }) {
  const { role, proven, purchases, paidTotal, unpaid, unpaidTotal, blocked } = person;
  const owes = unpaid > 0 && (
    <>
      {formatMoney(unpaidTotal)}
      <span className="block text-muted text-xs">in {formatCount(unpaid)}</span>
    </>
  );
  return (
    <tr>
      <LeadCell title={<Address email={person.email} />}>
        {person.name && (
          <p className="text-muted text-xs">
            <bdi>{person.name}</bdi>
          </p>
        )}
        <p className="narrow num text-muted text-xs">
          {ROLES[role]}
          {!proven && ', not confirmed'} ·{' '}
          {purchases === 1 ? 'one order' : `${formatCount(purchases)} orders`} ·{' '}
          <LastSeen person={person}>seen </LastSeen>
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
      </LeadCell>
      <td className="wide">
        {ROLES[role]}
        {!proven && <span className="block whitespace-nowrap text-muted text-xs">not confirmed</span>}
      </td>
      <td className="wide number">{formatCount(purchases)}</td>
      <td className="column number">{formatMoney(paidTotal)}</td>
      <td className="column number">{owes || <span className="text-muted">–</span>}</td>
      <td className="wide num">
        <LastSeen person={person} />
      </td>
      <td className={blocked ? '' : 'column'}>
        {blocked ? (
          <div className="grid min-w-0 max-w-60 justify-items-start gap-0.5">
            <span className="badge badge-warning">Blocked</span>
            <bdi className="wrap-anywhere line-clamp-2 text-muted text-xs" title={blocked.why}>
              {blocked.why}
            </bdi>
          </div>
        ) : (
          <span className="whitespace-nowrap text-muted">May order</span>
        )}
      </td>
    </tr>
  );
}

/** Where the column is too narrow for an address, it goes on before its @. */
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
