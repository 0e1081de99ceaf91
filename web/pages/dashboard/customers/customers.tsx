import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { CUSTOMER_SORTS, type CustomerSort } from '#contract/accounts/customer-sorts.ts';
import type { CustomerListQuery } from '#contract/accounts/schema.ts';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import { LONGEST_FILTER } from '#contract/kernel/text-limits.ts';
import type { PageHandle } from '#contract/pages.ts';
import { pathWith } from '../../../path-with.ts';
import { SearchField } from '../../../shell/search-field.tsx';
import { ListPage, NothingFound } from '../kit/list-page.tsx';
import { pagesOf } from '../kit/pages-of.ts';
import { CUSTOMERS } from '../menu-entries.ts';
import { COLUMNS } from './customer-columns.tsx';

interface Filter {
  q?: string | undefined;
  state?: CustomerListQuery['state'];
  sort?: CustomerSort | undefined;
}

const VIEWS: { label: string; state: Filter['state'] }[] = [
  { label: 'All', state: undefined },
  { label: 'With unpaid orders', state: 'unpaid' },
  { label: 'Ordering blocked', state: 'blocked' },
];

const pathOf = (filter: Filter) => pathWith(CUSTOMERS.to, { ...filter });

export const handle: PageHandle = { title: 'Customers', may: 'account.list' };

/** People who have an account, the newest first, with what they have bought and owe. Their addresses lead to their pages. */
export default function Customers() {
  const [search] = useSearchParams();
  const state = VIEWS.find((view) => view.state === search.get('state'))?.state;
  const sort = CUSTOMER_SORTS.find((one) => one === search.get('sort'));
  const filter: Filter = { q: search.get('q')?.trim() || undefined, state, sort };
  const list = useInfiniteQuery({
    // The key is below that of the lists of people, so that a change of one fetches these, too.
    ...pagesOf(['users', 'customers', filter], 'listCustomers', { query: filter }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <ListPage
      title="Customers"
      countText={(total) => (filter.q ? `${formatCount(total)} match` : countOf(total, 'person', 'people'))}
      tools={
        <SearchField label="Find customers" placeholder="Email or name" maxLength={LONGEST_FILTER} isCostly />
      }
      views={{
        label: 'Customers by state',
        isOneLine: true,
        views: VIEWS.map((view) => ({
          label: view.label,
          to: pathOf({ ...filter, state: view.state }),
          isCurrent: view.state === state,
        })),
      }}
      list={list}
      what="the customers"
      columns={COLUMNS}
      className="plain-cards"
      empty={<NoCustomers filter={filter} />}
    />
  );
}

function NoCustomers({ filter: { q, state } }: { filter: Filter }) {
  return (
    <NothingFound to={pathOf({})} all="Show all customers">
      {q ? (
        <>
          Nobody in this list matches “<bdi>{q}</bdi>”. Try fewer letters of the address or the name.
        </>
      ) : state === 'blocked' ? (
        'Nobody is kept from ordering.'
      ) : (
        'Nobody has an unpaid order.'
      )}
    </NothingFound>
  );
}
