import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Role } from '#contract/accounts/schema.ts';
import { OWN_RIGHTS } from '#contract/companies/rights.ts';
import type { Own } from '#contract/kernel/reach.ts';
import { type ActionBy, can } from '#contract/policy.ts';
import { statusOf } from '../../api-problem.ts';
import { useUser } from '../../session.tsx';
import { callAsUser } from '../../user-calls.ts';

/** The role of a person; `ended` when their session is over. It may change at any time, so every page fetches it again, and shows its content meanwhile. */
const role = (email: string) =>
  queryOptions({
    queryKey: ['admin', email],
    queryFn: async ({ signal }): Promise<Role | 'ended'> => {
      try {
        const { admin, staff } = await callAsUser('isAdmin', { params: { email } }, { signal });
        return admin ? 'admin' : staff ? 'staff' : 'customer';
      } catch (error) {
        const status = statusOf(error);
        if (status === 401 || status === 403) return 'ended';
        throw error;
      }
    },
    staleTime: 0,
  });

/** The owner of a row. In the browser, orders name their buyer by address. */
type Owner = Pick<Own, 'email'>;

/** Returns whether the signed-in person may do an action, with a row of `owner` where given. */
export type Can = (action: ActionBy<'bearer'>, owner?: Owner) => boolean;

/** Returns what the signed-in person may do by the contract's policy: nothing while their role is not known. */
export function useCan(): Can {
  const { email } = useUser();
  const { data } = useRole();
  const who =
    data === undefined || data === 'ended'
      ? undefined
      : ({ kind: 'person', userId: '', email, role: data, buyerId: '', rights: OWN_RIGHTS } as const);
  return (action, owner) => can(who, action, owner);
}

/** The query of the signed-in person's role. */
export function useRole() {
  return useQuery(role(useUser().email));
}
