import type { QueryClient } from '@tanstack/react-query';

const STOCK = ['stock', 'products', 'receipts', 'overview'];
const PURCHASE = [...STOCK, 'orders', 'purchases', 'shipping', 'returns', 'users'];

/** The first part of the keys of all queries that show it: goods on the shelf or expected, a purchase, or a purchase's money. */
export const SHOWN_BY = {
  stock: STOCK,
  purchase: PURCHASE,
  refund: [...PURCHASE, 'refunds due', 'payments to answer', 'payment problems', 'disputes'],
};

/** Reads again whatever shows something that has changed, or may have: after a refusal, too, numbers may be others. */
export function changed(client: QueryClient, what: keyof typeof SHOWN_BY): void {
  for (const key of SHOWN_BY[what]) client.invalidateQueries({ queryKey: [key] });
}
