import type { OrderStateName } from '#contract/purchases/states.ts';
import { pathWith } from '../../path-with.ts';

/** The filter of My Orders. */
export interface OrderFilter {
  q?: string | undefined;
  state?: OrderStateName | undefined;
}

/**
 * The views of My Orders, by the `state` in the address. Without a state the list shows all orders. Nothing of who buys for themselves
 * waits for an approval.
 */
export const VIEWS: { state: OrderStateName | undefined; label: string }[] = [
  { state: undefined, label: 'All' },
  { state: 'to_approve', label: 'To approve' },
  { state: 'to_pay', label: 'To pay' },
  { state: 'hold_ended', label: 'Expired' },
  { state: 'paid', label: 'Paid' },
  { state: 'refunded', label: 'Refunded' },
];

/** Reads the filter from the address. Empty and unknown values are left out. */
export function readFilter(search: URLSearchParams): OrderFilter {
  const q = search.get('q')?.trim();
  const state = VIEWS.find((view) => view.state === search.get('state'))?.state;
  return { ...(q && { q }), ...(state && { state }) };
}

/** Returns the address of My Orders with a filter. */
export function ordersPath({ q, state }: OrderFilter): string {
  return pathWith('/dashboard', { q, state });
}
