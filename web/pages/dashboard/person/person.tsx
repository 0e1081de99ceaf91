import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { UserDetail } from '#contract/accounts.ts';
import { formatCount, formatMoney } from '#contract/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import { inPages } from '../../../long-list.ts';
import { purchasePath } from '../../../path-with.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { DataTable, Day } from '../../../ui/data-table.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { LoadedList } from '../../../ui/loaded-list.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { callAsUser, callForPageAsUser } from '../../../user-calls.ts';
import { ROLES } from '../change-role.tsx';
import { logPath } from '../log/filter.ts';
import { CUSTOMERS } from '../menu-entries.ts';
import { PurchaseState } from '../purchase-state.tsx';
import { Ordering } from './ordering.tsx';
import { RemoveFactor } from './remove-factor.tsx';

/** A person. The key is below that of the lists of people, so that a change of one fetches the other. */
const personOf = (email: string) =>
  queryOptions({
    queryKey: ['users', 'one', email],
    queryFn: ({ signal }) => callAsUser('getUser', { params: { email } }, { signal }),
    staleTime: 0,
  });

const purchasesOf = (email: string) =>
  infiniteQueryOptions({
    queryKey: ['purchases', 'of', email],
    queryFn: ({ pageParam, signal }) =>
      callForPageAsUser('listPurchases', { query: { email, ...pageParam } }, { signal }),
    ...inPages(),
  });

export const handle: PageHandle = { title: 'Customer', shape: 'section', may: 'account.list' };

/** A person: what they have bought and owe, and whether they may order. */
export default function Person() {
  const { email = '' } = useParams();
  const query = useQuery(personOf(email));
  return (
    <>
      <PageTitle>{email}</PageTitle>
      <Breadcrumb above={[CUSTOMERS]} here={email} />
      <h1 className="mb-5 break-all">{email}</h1>
      <Loaded query={query} what="the person" shape="section">
        {(person) => (
          <div className="grid gap-6">
            <Facts person={person} />
            <Ordering person={person} />
            {person.secondFactor && <RemoveFactor email={person.email} />}
            <Purchases email={person.email} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Facts({ person }: { person: UserDetail }) {
  const facts: [label: string, value: string][] = [
    ['Name', person.name || '–'],
    ['Role', ROLES[person.role]],
    ['Email address', person.proven ? 'Confirmed' : 'Not confirmed'],
    ['Second factor', person.secondFactor ? 'On' : 'None'],
    ['Account since', formatMoment(person.createdAt)],
    ['Last seen', person.lastSeenAt ? formatMoment(person.lastSeenAt) : 'Never'],
    ['Orders', formatCount(person.purchases)],
    ['Paid', formatMoney(person.paidTotal)],
    [
      'Unpaid',
      person.unpaid === 0 ? '–' : `${formatMoney(person.unpaidTotal)} in ${formatCount(person.unpaid)}`,
    ],
  ];
  return (
    <section aria-label="Facts" className="sheet p-5">
      <dl className="grid gap-x-8 gap-y-3 grid-cols-2 md:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-muted text-xs">{label}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm">
        <Link to={logPath({ person: person.email })} className="text-link">
          Log of this person
        </Link>
      </p>
    </section>
  );
}

function Purchases({ email }: { email: string }) {
  const list = useInfiniteQuery(purchasesOf(email));
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="mb-3 text-lg">
        Orders
      </h2>
      <LoadedList
        list={list}
        what="the orders"
        empty={<p className="sheet p-5 text-muted">No orders yet.</p>}
      >
        {(purchases) => (
          <DataTable
            className="figure-cards"
            columns={['Number', 'Placed', ['Lines', 'number'], ['Total', 'number'], 'Status']}
          >
            {purchases.map((one) => (
              <tr key={one._id}>
                <td className="lead">
                  <Link to={purchasePath(one._id)} className="text-link">
                    {one.number}
                  </Link>
                </td>
                <td data-label="Placed" className="num">
                  <Day at={one.placedAt} />
                </td>
                <td data-label="Lines" className="number">
                  {formatCount(one.lineCount)}
                </td>
                <td data-label="Total" className="number">
                  {formatMoney(one.total)}
                </td>
                <td data-label="Status">
                  <PurchaseState purchase={one} />
                </td>
              </tr>
            ))}
          </DataTable>
        )}
      </LoadedList>
    </section>
  );
}
