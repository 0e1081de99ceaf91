import { queryOptions } from '@tanstack/react-query';
import { callAsUser } from '../../../user-calls.ts';

export const purchaseHistory = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'purchase', id, 'history'],
    queryFn: ({ signal }) => callAsUser('getPurchaseHistory', { params: { id } }, { signal }),
  });

/** One for each refund. */
export const creditNotes = (id: string) =>
  queryOptions({
    queryKey: ['orders', 'purchase', id, 'credit notes'],
    queryFn: ({ signal }) => callAsUser('listCreditNotes', { params: { id } }, { signal }),
  });
