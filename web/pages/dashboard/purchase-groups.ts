/** The rows of My Orders: orders that were placed together stand together. Pure. */
import type { Order } from '#contract/purchases/orders.ts';

/** Lines of each purchase that My Orders shows. */
export const LINES_EACH = 4;

/** A purchase, and those of its lines that the list shows. */
export interface PurchaseGroup {
  first: Order;
  orders: Order[];
  /** Lines that it has besides. */
  more: number;
}

/**
 * Returns the purchases of a list that has all lines of one after the other. While the list goes on, the last purchase is left out
 * unless it is there as a whole: the next page has the rest.
 */
export function groupsOf(orders: readonly Order[], goesOn: boolean): PurchaseGroup[] {
  const byPurchase = Map.groupBy(orders, ({ purchaseId }) => purchaseId);
  const groups = [...byPurchase.values()].map((lines) => {
    const [first] = lines as [Order];
    return { first, orders: lines, more: (first.purchaseLines ?? lines.length) - lines.length };
  });
  const last = groups.at(-1);
  const isTorn = goesOn && last && last.more > 0 && last.orders.length < LINES_EACH;
  return isTorn && groups.length > 1 ? groups.slice(0, -1) : groups;
}
