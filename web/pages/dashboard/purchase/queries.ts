import { userQuery } from '../../../user-query.ts';

export const purchaseHistory = (id: string) =>
  userQuery(['orders', 'purchase', id, 'history'], 'getPurchaseHistory', { params: { id } });

/** The payments of an order's purchase. The key is under the order's, so that a change of the order fetches them again. */
export const orderPayments = (id: string) =>
  userQuery(['orders', 'one', id, 'payments'], 'listOrderPayments', { params: { id } }, { staleTime: 0 });

/** One for each refund. */
export const creditNotes = (id: string) =>
  userQuery(['orders', 'purchase', id, 'credit notes'], 'listCreditNotes', { params: { id } });
