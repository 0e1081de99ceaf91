import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { countOf, formatCount } from '#contract/kernel/money.ts';
import { LONGEST_FILTER } from '#contract/kernel/text-limits.ts';
import { statusOf } from '../../api-problem.ts';
import { inPages, listOf, PAGE_SIZE, type Pages } from '../../long-list.ts';
import { useSignOut, useUser } from '../../session.tsx';
import { SearchField } from '../../shell/search-field.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ShowMore } from '../../ui/show-more.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFocusLater } from '../../ui/use-focus-later.ts';
import { ViewLinks } from '../../ui/view-links.tsx';
import { callForPageAsUser } from '../../user-calls.ts';
import { ApprovalsNotice } from './approvals/notice.tsx';
import { DeleteOrder } from './delete-order.tsx';
import { DeletePurchase } from './delete-purchase.tsx';
import { NothingFound } from './kit/list-page.tsx';
import { type OrderFilter, ordersPath, readFilter, VIEWS } from './order-filter.ts';
import { OrderRow } from './order-row.tsx';
import { groupsOf, LINES_EACH, type PurchaseGroup } from './purchase-groups.ts';
import { PurchaseRows } from './purchase-rows.tsx';
import { ToPay } from './to-pay.tsx';

/** One buyer's order lines, newest first, grouped by purchase. */
const ordersOf = (email: string, filter: OrderFilter) =>
  infiniteQueryOptions({
    queryKey: ['orders', 'of', email, filter],
    queryFn: ({ pageParam, signal }) =>
      callForPageAsUser(
        'listOrders',
        { query: { email, linesEach: String(LINES_EACH), ...filter, ...pageParam } },
        { signal },
      ),
    ...inPages(),
    select: ({ pages, pageParams }): Pages<PurchaseGroup> => {
      const { entries, total } = listOf({ pages, pageParams });
      const goesOn = pages.at(-1)?.entries.length === PAGE_SIZE;
      return { pages: [{ entries: groupsOf(entries, goesOn), total }], pageParams };
    },
  });

export function MyOrders() {
  const [search] = useSearchParams();
  const filter = readFilter(search);
  const isFiltered = Boolean(filter.q ?? filter.state);
  const list = useInfiniteQuery({
    ...ordersOf(useUser().email, filter),
    // The last result stays until the next one arrives.
    placeholderData: keepPreviousData,
  });
  const { data, error } = list;
  const { entries, total } = listOf(data);
  const leave = useSignOut();
  const focusHeading = useFocusLater();
  const [deleting, setDeleting] = useState<PurchaseGroup>();
  const refused = statusOf(error) === 401 || statusOf(error) === 403;

  useEffect(() => {
    if (refused) leave('/');
  }, [refused, leave]);

  return (
    <>
      <PageTitle>My Orders</PageTitle>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex flex-wrap items-baseline gap-x-4">
          <h1>My Orders</h1>
          <p role="status" className="text-muted">
            {data &&
              (isFiltered ? `${countOf(total, 'order')} found` : `Total orders: ${formatCount(total)}`)}
          </p>
        </div>
        <SearchField
          label="Find an order"
          placeholder="Number, PO, tracking or part"
          maxLength={LONGEST_FILTER}
          isCostly
        />
      </div>
      <ApprovalsNotice />
      {(total > 0 || isFiltered) && <ToPay orders={entries.map(({ first }) => first)} />}
      <OrderViews filter={filter} />
      {refused && !data ? (
        <Skeleton what="your orders" shape="list" />
      ) : (
        <Loaded query={list} what="your orders" shape="list">
          {() =>
            entries.length === 0 ? (
              <NoOrders filter={filter} />
            ) : (
              <>
                <OrderTable groups={entries} onDelete={setDeleting} />
                <ShowMore list={list} />
              </>
            )
          }
        </Loaded>
      )}
      {deleting && (
        <Delete
          group={deleting}
          onClose={() => setDeleting(undefined)}
          // The pressed button was removed with its row.
          onDeleted={focusHeading}
        />
      )}
    </>
  );
}

function OrderTable(props: { groups: PurchaseGroup[]; onDelete: (group: PurchaseGroup) => void }) {
  const { groups, onDelete } = props;
  return (
    <DataTable
      columns={['Product Name', 'Transaction Id', ['Quantity', 'number'], 'Status', 'Action']}
      className="order-cards"
    >
      {groups.map((group) => {
        const Rows = isOfOne(group) ? OneRow : PurchaseRows;
        return <Rows key={group.first.purchaseId} group={group} onDelete={() => onDelete(group)} />;
      })}
    </DataTable>
  );
}

/** A purchase of one line looks like the order of a product that it is. */
const isOfOne = ({ orders, more }: PurchaseGroup) => orders.length + more === 1;

function OneRow({ group, onDelete }: { group: PurchaseGroup; onDelete: () => void }) {
  return <OrderRow order={group.first} onDelete={onDelete} />;
}

function Delete(props: { group: PurchaseGroup; onClose: () => void; onDeleted: () => void }) {
  const { group, ...handlers } = props;
  const { first, orders, more } = group;
  if (isOfOne(group)) return <DeleteOrder order={first} {...handlers} />;
  const purchase = { _id: first.purchaseId, number: first.number, lineCount: orders.length + more };
  return <DeletePurchase purchase={purchase} {...handlers} />;
}

function NoneFound({ filter }: { filter: OrderFilter }) {
  const state = VIEWS.find((view) => view.state === filter.state)?.label;
  return (
    <NothingFound to={ordersPath({})} all="Show all orders">
      {filter.q ? (
        <>
          No order matches “<bdi>{filter.q}</bdi>”
        </>
      ) : (
        'No order is in this list'
      )}
      {filter.state && ` under ${state}`}.
    </NothingFound>
  );
}

function NoOrders({ filter }: { filter: OrderFilter }) {
  if (filter.q || filter.state) return <NoneFound filter={filter} />;
  return (
    <div className="sheet grid justify-items-start gap-2 p-6">
      <p className="font-semibold">No orders yet</p>
      <p className="text-muted">Your orders and their status will appear here.</p>
      <Link to="/allProducts" className="btn btn-primary mt-2">
        All Products
      </Link>
    </div>
  );
}

/** One link for each state. The search stays. */
function OrderViews({ filter }: { filter: OrderFilter }) {
  const { buyerId } = useUser();
  const shown = VIEWS.filter(({ state }) => state !== 'to_approve' || buyerId !== undefined);
  const views = shown.map(({ state, label }) => ({
    label,
    to: ordersPath({ ...filter, state }),
    isCurrent: filter.state === state,
  }));
  return <ViewLinks label="Orders by state" views={views} isOneLine />;
}
