import { userQuery } from './user-query.ts';

/** What a buyer has to pay, has paid lately, and may leave unpaid. */
export const orderSummary = (email: string) =>
  userQuery(['orders', 'summary', email], 'summarizeOrders', { query: { email } });

/** One order, for its buyer and for admins. */
export const order = (id: string) => userQuery(['orders', 'one', id], 'getOrder', { params: { id } });

/** One purchase with its lines. The key is under those of orders: what changes one changes the other. */
export const purchase = (id: string) =>
  userQuery(['orders', 'purchase', id], 'getPurchase', { params: { id } });
