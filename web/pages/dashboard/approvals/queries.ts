import { queryOptions, useQuery } from '@tanstack/react-query';
import '../../../companies.ts';
import { useUser } from '../../../session.tsx';
import { callAsUser } from '../../../user-calls.ts';
import { useCan } from '../role.ts';

/** The orders that wait for the person's approval. The key is under those of orders: what changes one changes the list. */
export const waitingForMe = queryOptions({
  queryKey: ['orders', 'approvals'],
  queryFn: ({ signal }) => callAsUser('listApprovals', {}, { signal }),
  staleTime: 0,
  refetchInterval: 60_000,
});

/** Returns how many orders wait for the person's approval; 0 for those who approve nothing, and while it is not known. */
export function useCountOfApprovals(): number {
  const { buyerId } = useUser();
  const isTold = useCan()('purchase.approve') && buyerId !== undefined;
  const { data } = useQuery({ ...waitingForMe, enabled: isTold });
  return isTold ? (data?.length ?? 0) : 0;
}
