import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Role } from '#contract/accounts/schema.ts';
import { OWN_RIGHTS } from '#contract/companies/rights.ts';
import type { Own } from '#contract/kernel/reach.ts';
import { type ActionBy, can } from '#contract/policy.ts';
import { statusOf } from '../../api-problem.ts';
import { useActingCompany } from '../../companies.ts';
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

/** The buyer of a row: orders of a company name it, others name their buyer by address. */
type Owner = Partial<Pick<Own, 'email' | 'buyerId'>>;

/** Returns whether the signed-in person may do an action, with a row of `owner` where given. */
export type Can = (action: ActionBy<'bearer'>, owner?: Owner) => boolean;

/**
 * Returns what the signed-in person may do by the contract's policy, for whom they act: nothing while their role is not known, nor
 * for a company while their rights there are not.
 */
export function useCan(): Can {
  const { email, buyerId } = useUser();
  const { data } = useRole();
  const company = useActingCompany();
  if (data === undefined || data === 'ended') return () => false;
  const person = { kind: 'person', userId: '', role: data } as const;
  if (buyerId === undefined) {
    const who = { ...person, email, buyerId: '', rights: OWN_RIGHTS };
    return (action, owner) => can(who, action, owner);
  }
  // Rows without a buyer are a person's, and none of the company's.
  const rights = company?.rights ?? [];
  const who = { ...person, email: '', buyerId, rights };
  return (action, owner) => can(who, action, owner);
}

/** The query of the signed-in person's role. */
export function useRole() {
  return useQuery(role(useUser().email));
}
