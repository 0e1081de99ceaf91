import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { CustomerListQuery, UserDetail } from '#contract/accounts.ts';
import { CUSTOMER_SORTS, type CustomerSort } from '#contract/customer-sorts.ts';
import { formatCount, formatMoney } from '#contract/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { LONGEST_FILTER } from '#contract/text-limits.ts';
import { inPages, listOf } from '../../../long-list.ts';
import { pathWith } from '../../../path-with.ts';
import type { Column } from '../../../ui/data-table.tsx';
import { formatDate, formatMoment } from '../../../ui/dates.ts';
import { ListTable } from '../../../ui/list-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { callForPageAsUser } from '../../../user-calls.ts';
import { LeadCell, NumberCell } from '../cells.tsx';
import { ROLES } from '../change-role.tsx';
import { CUSTOMERS } from '../menu-entries.ts';
import { personPath } from '../person/path.ts';

interface Filter {
  q: string | undefined;
  state: CustomerListQuery['state'];
  sort: CustomerSort | undefined;
}

const VIEWS: { label: string; state: Filter['state'] }[] = [
  { label: 'All', state: undefined },
  { label: 'With unpaid orders', state: 'unpaid' },
  { label: 'Ordering blocked', state: 'blocked' },
];

/** The key is below that of the lists of people, so that a change of one fetches these, too. */
const customers = (filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['users', 'customers', filter],
    queryFn: ({ pageParam, signal }) =>
      callForPageAsUser('listCustomers', { query: { ...filter, ...pageParam } }, { signal }),
    ...inPages(),
    staleTime: 0,
  });

const pathOf = (filter: Filter) => pathWith(CUSTOMERS.to, { ...filter });

export const handle: PageHandle = { may: 'account.list' };

/** People who have an account, the newest first, with what they have bought and owe. Their addresses lead to their pages. */
export default function Customers() {
  const [search] = useSearchParams();
  const state = VIEWS.find((view) => view.state === search.get('state'))?.state;
  const sort = CUSTOMER_SORTS.find((one) => one === search.get('sort'));
  const filter: Filter = { q: search.get('q')?.trim() || undefined, state, sort };
  const list = useInfiniteQuery({ ...customers(filter), placeholderData: keepPreviousData });
  const { total } = listOf(list.data);
  return (
    <>
      <PageTitle>Customers</PageTitle>
      <div className="mb-4 flex flex-wrap items-baseline gap-x-4 gap-y-3">
        <h1 tabIndex={-1}>Customers</h1>
        <p role="status" className="num text-muted">
          {list.data && (filter.q ? `${formatCount(total)} match` : formatCount(total))}
        </p>
        <SearchField label="Find customers" placeholder="Email or name" maxLength={LONGEST_FILTER} isCostly />
      </div>
      <ViewLinks
        label="Customers by state"
        isOneLine
        views={VIEWS.map((view) => ({
          label: view.label,
          to: pathOf({ ...filter, state: view.state }),
          isCurrent: view.state === state,
        }))}
      />
      <ListTable list={list} what="the customers" columns={COLUMNS} empty={<NoCustomers filter={filter} />}>
        {(person) => <Row key={person._id} person={person} />}
      </ListTable>
    </>
  );
}

const COLUMNS: Column[] = [
  ['Person', '', ['name', '-name']],
  'Role',
  ['Orders', 'number'],
  ['Paid', 'number', ['-total', 'total']],
  ['Unpaid', 'number', ['-unpaid', 'unpaid']],
  ['Last seen', '', ['-seen', 'seen']],
  'Ordering',
];

function Row({ person }: { person: UserDetail }) {
  const { email, name, role, proven, purchases, paidTotal, unpaid, unpaidTotal, lastSeenAt, blocked } =
    person;
  // Where the column is too narrow for an address, it goes on before its @.
  const at = email.lastIndexOf('@');
  return (
    <tr>
      <LeadCell
        title={
          <Link to={personPath(email)} className="text-link">
            {email.slice(0, at)}
            <wbr />
            {email.slice(at)}
          </Link>
        }
      >
        {name && (
          <p className="text-muted text-xs">
            <bdi>{name}</bdi>
          </p>
        )}
      </LeadCell>
      <td data-label="Role">
        <div>
          {ROLES[role]}
          {!proven && <span className="block text-muted text-xs">not confirmed</span>}
        </div>
      </td>
      <NumberCell label="Orders">{formatCount(purchases)}</NumberCell>
      <NumberCell label="Paid">{formatMoney(paidTotal)}</NumberCell>
      <NumberCell label="Unpaid">
        {unpaid === 0 ? (
          <span className="text-muted">–</span>
        ) : (
          <div>
            {formatMoney(unpaidTotal)}
            <span className="block text-muted text-xs">in {formatCount(unpaid)}</span>
          </div>
        )}
      </NumberCell>
      <td data-label="Last seen" className="num whitespace-nowrap">
        {lastSeenAt ? (
          <time dateTime={lastSeenAt} title={formatMoment(lastSeenAt)}>
            {formatDate(lastSeenAt)}
          </time>
        ) : (
          <span className="text-muted">Never</span>
        )}
      </td>
      <td data-label="Ordering">
        {blocked ? (
          <div className="grid min-w-0 max-w-60 justify-items-start gap-0.5">
            <span className="badge badge-warning">Blocked</span>
            <bdi className="line-clamp-2 wrap-anywhere text-muted text-xs" title={blocked.why}>
              {blocked.why}
            </bdi>
          </div>
        ) : (
          <span className="text-muted">May order</span>
        )}
      </td>
    </tr>
  );
}

function NoCustomers({ filter: { q, state } }: { filter: Filter }) {
  return (
    <div className="sheet grid justify-items-start gap-2 p-6">
      <p>
        {q ? (
          <>
            Nobody in this list matches “<bdi>{q}</bdi>”. Try fewer letters of the address or the name.
          </>
        ) : state === 'blocked' ? (
          'Nobody is kept from ordering.'
        ) : (
          'Nobody has an unpaid order.'
        )}
      </p>
      <Link to={pathOf({ q: undefined, state: undefined, sort: undefined })} className="btn btn-quiet mt-2">
        Show all customers
      </Link>
    </div>
  );
}
