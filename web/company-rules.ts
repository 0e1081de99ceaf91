/** The rules of a company, where orders are made and addresses chosen. */
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type CompanyRules, NO_RULES } from '#contract/companies/rules.ts';
import { callAsUser } from './user-calls.ts';

/** Only members of companies, and staff, load the calls about companies. */
const rulesOf = (buyerId: string | undefined) =>
  queryOptions({
    queryKey: ['companies', 'rules of orders', buyerId],
    queryFn: async ({ signal }) => {
      await import('./companies.ts');
      return callAsUser('getRules', { params: { id: buyerId! } }, { signal });
    },
    enabled: buyerId !== undefined,
    staleTime: 0,
  });

/** The rules of a company for its orders, once they are known; a person has none. */
export const useCompanyRules = (buyerId: string | undefined): CompanyRules =>
  useQuery(rulesOf(buyerId)).data ?? NO_RULES;
