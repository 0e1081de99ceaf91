/** Queries of one company. Their keys are below that of the person's companies: what changes one changes the other. */
import { queryOptions } from '@tanstack/react-query';
import '../../../companies.ts';
import { callAsUser } from '../../../user-calls.ts';

export const COMPANIES = '/dashboard/companies';

export const companyPath = (id: string) => `/dashboard/company/${id}`;

export const companyOf = (id: string) =>
  queryOptions({
    queryKey: ['companies', 'one', id],
    queryFn: ({ signal }) => callAsUser('getCompany', { params: { id } }, { signal }),
  });

export const invitationsTo = (id: string) =>
  queryOptions({
    queryKey: ['companies', 'invitations', id],
    queryFn: ({ signal }) => callAsUser('listInvitations', { params: { id } }, { signal }),
  });

export const budgetsOf = (id: string) =>
  queryOptions({
    queryKey: ['companies', 'budgets', id],
    queryFn: ({ signal }) => callAsUser('listBudgets', { params: { id } }, { signal }),
    // Orders use them at any time.
    staleTime: 0,
  });

export const rulesOf = (id: string) =>
  queryOptions({
    queryKey: ['companies', 'rules', id],
    queryFn: ({ signal }) => callAsUser('getRules', { params: { id } }, { signal }),
    // A form begins with what is saved now.
    gcTime: 0,
    staleTime: 0,
  });
