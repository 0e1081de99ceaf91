import { queryOptions, useQuery } from '@tanstack/react-query';
import { statusOf } from '../../api-problem.ts';
import { useUser } from '../../session.tsx';
import { callAsUser } from '../../user-calls.ts';

/** The role of a person; `ended` when their session is over. */
export type Role = 'admin' | 'customer' | 'ended';

/** A role may change at any time, so every page asks again. What is on the page stays there meanwhile. */
const role = (email: string) =>
  queryOptions({
    queryKey: ['admin', email],
    queryFn: async ({ signal }): Promise<Role> => {
      try {
        const { admin } = await callAsUser('isAdmin', { params: { email } }, { signal });
        return admin ? 'admin' : 'customer';
      } catch (error) {
        const status = statusOf(error);
        if (status === 401 || status === 403) return 'ended';
        throw error;
      }
    },
    staleTime: 0,
  });

/** The query of the signed-in person's role. */
export function useRole() {
  return useQuery(role(useUser().email));
}
