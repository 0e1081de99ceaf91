/** Queries of a buyer's orders that several pages share. Apart from queries.ts, as they are for signed-in people. */
import { queryOptions } from '@tanstack/react-query';
import { callAsUser } from './user-calls.ts';

/** What a buyer has to pay, has paid lately, and may leave unpaid. */
export const orderSummary = (email: string) =>
  queryOptions({
    queryKey: ['orders', 'summary', email],
    queryFn: ({ signal }) => callAsUser('summarizeOrders', { query: { email } }, { signal }),
  });

/** One order, for its buyer and for admins. */
export const order = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id],
    queryFn: ({ signal }) => callAsUser('getOrder', { params: { id } }, { signal }),
  });

/** One purchase with its lines. The key is under those of orders: what changes one changes the other. */
export const purchase = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'purchase', id],
    queryFn: ({ signal }) => callAsUser('getPurchase', { params: { id } }, { signal }),
  });
