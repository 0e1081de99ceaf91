import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import type { CustomerListQuery } from '#contract/accounts.ts';
import { CUSTOMER_SORTS, type CustomerSort } from '#contract/customer-sorts.ts';
import { countOf, formatCount } from '#contract/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { LONGEST_FILTER } from '#contract/text-limits.ts';
import { inPages, listOf } from '../../../long-list.ts';
import { pathWith } from '../../../path-with.ts';
import { ListTable } from '../../../ui/list-table.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { SearchField } from '../../../ui/search-field.tsx';
import { ViewLinks } from '../../../ui/view-links.tsx';
import { callForPageAsUser } from '../../../user-calls.ts';
import { CUSTOMERS } from '../menu-entries.ts';
import { COLUMNS, CustomerRow } from './customer-row.tsx';

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

export const handle: PageHandle = { title: 'Customers', may: 'account.list' };

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
          {list.data && (filter.q ? `${formatCount(total)} match` : countOf(total, 'person', 'people'))}
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
      <ListTable
        list={list}
        what="the customers"
        columns={COLUMNS}
        className="plain-cards"
        empty={<NoCustomers filter={filter} />}
      >
        {(person) => <CustomerRow key={person._id} person={person} />}
      </ListTable>
    </>
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
