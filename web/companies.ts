/** The companies of the signed-in person. Apart from queries.ts, as it is for members of companies. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Company } from '#contract/companies/schema.ts';
import { addCalls } from './api.ts';
import { companyCalls } from './company-calls.ts';
import { useUser } from './session.tsx';
import { callAsUser } from './user-calls.ts';
import { userQuery } from './user-query.ts';

addCalls(companyCalls);

/** All companies, the newest first, of which staff choose one. */
export const allCompanies = userQuery(['companies', 'all'], 'listCompanies', {}, { staleTime: 0 });

/** The companies that a person is a member of, by name. */
export const myCompanies = (email: string) =>
  queryOptions({
    queryKey: ['companies', 'mine', email],
    queryFn: async ({ signal }): Promise<Company[]> => {
      const mine = await callAsUser('listCompanies', { query: { mine: 'true' } }, { signal });
      return mine.sort((a, b) => a.name.localeCompare(b.name));
    },
  });

/** The company that the signed-in person acts for, once it is known; undefined for who acts for themselves. */
export function useActingCompany(): Company | undefined {
  const { email, buyerId } = useUser();
  const { data: companies } = useQuery({ ...myCompanies(email), enabled: buyerId !== undefined });
  return companies?.find(({ _id }) => _id === buyerId);
}

/** The members of a company, in the order in which they joined. */
export const membersOf = (id: string) =>
  userQuery(['companies', 'members', id], 'listMembers', { params: { id } });
