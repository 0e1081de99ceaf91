import { useQuery } from '@tanstack/react-query';
import type { WaitingPurchase } from '#contract/purchases/approvals.ts';
import { userQuery } from '../../../user-query.ts';
import '../../../companies.ts';
import { useUser } from '../../../session.tsx';
import { useCan } from '../role.ts';

/** The orders that wait for the person's approval. The key is under those of orders: what changes one changes the list. */
export const waitingForMe = userQuery(
  ['orders', 'approvals'],
  'listApprovals',
  {},
  { staleTime: 0, refetchInterval: 60_000 },
);

/** Returns the orders that wait for the person's approval; none for those who approve nothing, and while they are not known. */
export function useWaitingForMe(): WaitingPurchase[] {
  const { buyerId } = useUser();
  const isTold = useCan()('purchase.approve') && buyerId !== undefined;
  const { data } = useQuery({ ...waitingForMe, enabled: isTold });
  return (isTold && data) || [];
}
