import { queryOptions } from '@tanstack/react-query';
import { callAsUser } from '../../../user-calls.ts';

export const purchaseHistory = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'purchase', id, 'history'],
    queryFn: ({ signal }) => callAsUser('getPurchaseHistory', { params: { id } }, { signal }),
  });

/** The payments of an order's purchase. The key is under the order's, so that a change of the order fetches them again. */
export const orderPayments = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'one', id, 'payments'],
    queryFn: ({ signal }) => callAsUser('listOrderPayments', { params: { id } }, { signal }),
    staleTime: 0,
  });

/** One for each refund. */
export const creditNotes = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'purchase', id, 'credit notes'],
    queryFn: ({ signal }) => callAsUser('listCreditNotes', { params: { id } }, { signal }),
  });
