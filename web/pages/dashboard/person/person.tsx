import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import type { UserDetail } from '#contract/accounts/schema.ts';
import { formatCount, formatMoney } from '#contract/kernel/money.ts';
import type { PageHandle } from '#contract/pages.ts';
import type { Purchase } from '#contract/purchases/schema.ts';
import { purchasePath } from '../../../path-with.ts';
import { Breadcrumb } from '../../../ui/breadcrumb.tsx';
import { Day } from '../../../ui/data-table.tsx';
import { formatMoment } from '../../../ui/dates.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { userQuery } from '../../../user-query.ts';
import { ROLES } from '../change-role.tsx';
import { type ListColumn, ListTable } from '../kit/list-table.tsx';
import { pagesOf } from '../kit/pages-of.ts';
import { logPath } from '../log/filter.ts';
import { CUSTOMERS } from '../menu-entries.ts';
import { PurchaseState } from '../purchase-state.tsx';
import { Ordering } from './ordering.tsx';
import { RemoveFactor } from './remove-factor.tsx';

/** A person. The key is below that of the lists of people, so that a change of one fetches the other. */
const personOf = (email: string) =>
  userQuery(['users', 'one', email], 'getUser', { params: { email } }, { staleTime: 0 });

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
  const list = useInfiniteQuery(pagesOf(['purchases', 'of', email], 'listPurchases', { query: { email } }));
  return (
    <section aria-labelledby="orders">
      <h2 id="orders" className="mb-3 text-lg">
        Orders
      </h2>
      <ListTable
        list={list}
        what="the orders"
        className="figure-cards"
        columns={COLUMNS}
        empty="No orders yet."
      />
    </section>
  );
}

const COLUMNS: ListColumn<Purchase>[] = [
  {
    heading: 'Number',
    cellClass: 'lead',
    cell: ({ _id, number }) => (
      <Link to={purchasePath(_id)} className="text-link">
        {number}
      </Link>
    ),
  },
  { heading: 'Placed', cellClass: 'num', cell: ({ placedAt }) => <Day at={placedAt} /> },
  { heading: 'Lines', className: 'number', cell: ({ lineCount }) => formatCount(lineCount) },
  { heading: 'Total', className: 'number', cell: ({ total }) => formatMoney(total) },
  { heading: 'Status', cell: (purchase) => <PurchaseState purchase={purchase} /> },
];
