import { DESK_SORTS, type DeskSort, REFUND, UNSHIPPED } from '#contract/desk/filters.ts';
import type { DeskFilter } from '#contract/desk/schema.ts';
import { ORDER_STATES } from '#contract/purchases/states.ts';
import { pathWith } from '../../../path-with.ts';

/** The filter, order and page size of Manage All Orders, as its address has them. */
export interface AllOrdersView {
  filter: DeskFilter;
  sort: DeskSort | undefined;
  /** Rows of a page. */
  rows: (typeof PAGE_SIZES)[number];
}

export const PAGE_SIZES = [25, 50, 100] as const;

/** The chips of the list: each is a part of the filter. */
export const VIEWS: ({ label: string } & Pick<DeskFilter, 'state' | 'unshipped' | 'refund'>)[] = [
  { label: 'All' },
  { label: 'Unpaid', state: 'to_pay' },
  { label: 'Expired', state: 'hold_ended' },
  { label: 'Paid', state: 'paid' },
  { label: 'To ship', unshipped: 'yes' },
  { label: 'Overdue', unshipped: 'overdue' },
  { label: 'To refund', refund: 'owed' },
  { label: 'To cancel', refund: 'asked' },
  { label: 'Refunded', state: 'refunded' },
];

const isOf = <T extends string>(known: readonly T[], value: string | null) =>
  known.find((one) => one === value);

/** Whether the buyer of a filter is named by an id, as links from a company's page do, and not by a text that somebody has typed. */
export const isBuyerId = (buyer = '') => buyer.length === 36 && /^[0-9a-f-]+$/i.test(buyer);

/** Reads the list's filter, order and page size from the address of Manage All Orders, or of Shipping. Unknown values are left out. */
export function readView(search: URLSearchParams, isShipping = false): AllOrdersView {
  const text = (name: string) => search.get(name)?.trim() || undefined;
  const filter: DeskFilter = {
    q: text('q'),
    state: isOf(ORDER_STATES, search.get('state')),
    buyer: text('buyer'),
    part: text('part'),
    from: text('from'),
    until: text('until'),
    unshipped: isOf(UNSHIPPED, search.get('unshipped')) ?? (isShipping ? 'yes' : undefined),
    refund: isOf(REFUND, search.get('refund')),
  };
  const rows = Number(search.get('rows'));
  return {
    filter,
    sort: isOf(DESK_SORTS, search.get('sort')) ?? (isShipping ? 'paid' : undefined),
    rows: PAGE_SIZES.find((size) => size === rows) ?? 50,
  };
}

/**
 * Returns the address of Manage All Orders with a filter, in an order; that of Shipping for what is to ship, whose own order is by
 * payment.
 */
export function allOrdersPath(filter: DeskFilter, { sort, rows }: Partial<AllOrdersView> = {}): string {
  const { unshipped } = filter;
  return pathWith(unshipped ? '/dashboard/shipping' : '/dashboard/manageAllOrders', {
    ...filter,
    unshipped: unshipped === 'overdue' ? unshipped : undefined,
    sort: sort === 'paid' && unshipped ? undefined : sort,
    rows: rows === undefined || rows === 50 ? undefined : String(rows),
  });
}
