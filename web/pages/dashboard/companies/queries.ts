import { userQuery } from '../../../user-query.ts';
import '../../../companies.ts';

export const COMPANIES = '/dashboard/companies';

export const companyPath = (id: string) => `/dashboard/company/${id}`;

export const companyOf = (id: string) =>
  userQuery(['companies', 'one', id], 'getCompany', { params: { id } });

export const invitationsTo = (id: string) =>
  userQuery(['companies', 'invitations', id], 'listInvitations', { params: { id } });

export const budgetsOf = (id: string) =>
  // Orders use them at any time.
  userQuery(['companies', 'budgets', id], 'listBudgets', { params: { id } }, { staleTime: 0 });

export const rulesOf = (id: string) =>
  // A form begins with what is saved now.
  userQuery(['companies', 'rules', id], 'getRules', { params: { id } }, { gcTime: 0, staleTime: 0 });
