import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearchParams } from 'react-router';
import type { DeskFilter, DeskSummary } from '#contract/desk/schema.ts';
import { countOf, formatCount, formatMoney } from '#contract/kernel/money.ts';
import { LONGEST_FILTER } from '#contract/kernel/text-limits.ts';
import { listOf } from '../../../long-list.ts';
import { SearchField } from '../../../shell/search-field.tsx';
import { ExportButton } from '../../../ui/export-button.tsx';
import { MarkBox } from '../../../ui/mark-box.tsx';
import { useMarked } from '../../../ui/use-marked.ts';
import { callForFileAsUser } from '../../../user-calls.ts';
import { userQuery } from '../../../user-query.ts';
import { ListPage, NothingFound } from '../kit/list-page.tsx';
import { pagesOf } from '../kit/pages-of.ts';
import { type AllOrdersView, allOrdersPath, PAGE_SIZES, readView, VIEWS } from './filter.ts';
import { FilterForm } from './filter-form.tsx';
import { MarkedBar } from './marked-bar.tsx';
import { COLUMNS } from './purchase-columns.tsx';
import { TO_SHIP_COLUMNS } from './to-ship-columns.tsx';
import './all-orders.css';

const summary = ({ filter }: AllOrdersView) =>
  userQuery(
    ['orders', 'desk', 'summary', filter],
    'summarizeDeskPurchases',
    { query: filter },
    { placeholderData: keepPreviousData },
  );

/**
 * The purchases of everybody, found, narrowed and sorted by the address. What is to ship is a page of its own: `isShipping`. It is the
 * same list, narrowed to that and with what packing needs.
 */
export function OrderList({ isShipping = false }: { isShipping?: boolean }) {
  const [search] = useSearchParams();
  const view = readView(search, isShipping);
  const { filter, sort, rows } = view;
  const list = useInfiniteQuery({
    ...pagesOf(['orders', 'desk', view], 'listDeskPurchases', { query: { ...filter, sort } }, rows),
    placeholderData: keepPreviousData,
  });
  const { entries } = listOf(list.data);
  const { data: sum } = useQuery(summary(view));
  const marked = useMarked();
  const { unshipped, ...rest } = view.filter;
  const isNarrowed = Object.values(isShipping ? rest : view.filter).some(Boolean);
  const isAllMarked = entries.length > 0 && entries.every(({ _id }) => marked.ids.has(_id));
  // Earlier links to what is to ship lead to the page Shipping.
  if (unshipped && !isShipping) return <Navigate to={allOrdersPath(view.filter, view)} replace />;
  return (
    <>
      <ListPage
        title={isShipping ? 'Shipping' : 'Manage All Orders'}
        countText={() => sum && found(sum, filter, isNarrowed)}
        tools={
          <div className="ms-auto flex flex-wrap justify-end gap-x-2 gap-y-3">
            {(['csv', 'xlsx'] as const).map((format) => (
              <ExportButton
                key={format}
                file={`orders.${format}`}
                label={`Export ${format.toUpperCase()}`}
                read={() => callForFileAsUser('exportDeskPurchases', { query: { ...filter, sort, format } })}
              />
            ))}
            <SearchField
              label="Find by any number"
              placeholder="Order, invoice, PO, tracking or email"
              maxLength={LONGEST_FILTER}
              isCostly
            />
          </div>
        }
        views={{ label: 'Orders by state', isOneLine: true, views: viewsOf(view) }}
        list={list}
        what="the orders"
        columns={isShipping ? TO_SHIP_COLUMNS : COLUMNS}
        className={isShipping ? '' : 'all-orders'}
        size={rows}
        sort={sort}
        marks={{
          marked,
          head: (
            <MarkBox
              label="Mark all that are shown"
              checked={isAllMarked}
              onChange={() => marked.set(isAllMarked ? [] : entries.map(({ _id }) => _id))}
            />
          ),
          labelOf: ({ number }) => `Mark ${number}`,
        }}
        foot={sum && <Foot sum={sum} view={view} />}
        empty={<NoOrders view={view} isShipping={isShipping} isNarrowed={isNarrowed} />}
      >
        <FilterForm key={JSON.stringify(filter)} view={view} buyer={sum?.buyer} />
      </ListPage>
      <MarkedBar
        purchases={entries.filter(({ _id }) => marked.ids.has(_id))}
        onClear={() => marked.set([])}
      />
    </>
  );
}

function viewsOf(view: AllOrdersView) {
  // The order of what is to ship would leave out of other lists what is not paid.
  const sort = view.filter.unshipped && view.sort === 'paid' ? undefined : view.sort;
  return VIEWS.map(({ label, state, unshipped, refund }) => ({
    label,
    to: allOrdersPath({ ...view.filter, state, unshipped, refund }, unshipped ? view : { ...view, sort }),
    isCurrent:
      view.filter.state === state && view.filter.unshipped === unshipped && view.filter.refund === refund,
  }));
}

/** How many there are, as the page's title goes on. */
function found(sum: DeskSummary, { unshipped }: DeskFilter, isNarrowed: boolean): string {
  if (unshipped) return `${countIn(sum)} ${unshipped === 'yes' ? 'to ship' : 'overdue'}`;
  return isNarrowed ? `${purchasesIn(sum)} found` : `Total orders: ${formatCount(sum.orders ?? 0)}`;
}

const countIn = ({ purchases: count, isMore }: DeskSummary) =>
  isMore ? `${formatCount(count)}+` : formatCount(count);

/** '12 purchases', or '5,000+ purchases' where there are more than are counted. */
function purchasesIn(sum: DeskSummary): string {
  return `${countIn(sum)} ${sum.purchases === 1 ? 'purchase' : 'purchases'}`;
}

function Foot({ sum, view }: { sum: DeskSummary; view: AllOrdersView }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <span className="num">
        {purchasesIn(sum)}
        {sum.orders !== undefined && ` · ${countOf(sum.orders, 'order')}`}
      </span>
      {sum.total !== undefined && <strong className="num text-base-content">{formatMoney(sum.total)}</strong>}
      {sum.isMore && <span>Narrow the list for its sum.</span>}
      <span className="ms-auto max-md:hidden">
        <kbd className="kbd">j</kbd> <kbd className="kbd">k</kbd> next and previous row,{' '}
        <kbd className="kbd">Enter</kbd> opens, <kbd className="kbd">x</kbd> marks,{' '}
        <kbd className="kbd">?</kbd> all keys
      </span>
      <span className="flex items-center gap-2">
        Rows:
        {PAGE_SIZES.map((rows) => (
          <Link
            key={rows}
            to={allOrdersPath(view.filter, { ...view, rows })}
            preventScrollReset
            aria-label={`${rows} rows at a time`}
            aria-current={view.rows === rows ? 'true' : undefined}
            className="num inline-grid min-h-6 min-w-6 place-items-center max-md:min-h-10 max-md:min-w-10 text-link aria-[current]:font-semibold aria-[current]:no-underline"
          >
            {rows}
          </Link>
        ))}
      </span>
    </div>
  );
}

function NoOrders({
  view,
  isShipping,
  isNarrowed,
}: {
  view: AllOrdersView;
  isShipping: boolean;
  isNarrowed: boolean;
}) {
  if (isShipping && !isNarrowed)
    return (
      <p className="sheet p-6 text-muted">
        {view.filter.unshipped === 'overdue'
          ? 'Nothing waits for too long. What does appears here, the oldest first.'
          : 'Nothing is to ship. Paid orders appear here, the oldest first.'}
      </p>
    );
  if (!isNarrowed)
    return <p className="sheet p-6 text-muted">No orders yet. They appear here as soon as one is placed.</p>;
  return (
    <NothingFound
      to={allOrdersPath(isShipping ? { unshipped: 'yes' } : {}, view)}
      all={isShipping ? 'Show all that is to ship' : 'Show all orders'}
    >
      {view.filter.q ? (
        <>
          No order has the number “<bdi>{view.filter.q}</bdi>” in this list. Whole numbers are found, and ids
          by their first eight letters.
        </>
      ) : (
        'No order is in this list.'
      )}
    </NothingFound>
  );
}
