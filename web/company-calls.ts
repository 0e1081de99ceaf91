import type { Api, CallName } from '#contract/api.ts';

/** The calls about companies, and between colleagues: `companies.ts` adds them, and only what is for their members loads it. */
export const companyCalls = {
  openCompany: 'POST /companies',
  listCompanies: 'GET /companies',
  getCompany: 'GET /companies/:id',
  changeCompany: 'PATCH /companies/:id',
  blockCompany: 'PUT /companies/:id/block',
  unblockCompany: 'PUT /companies/:id/unblock',
  approveCompany: 'PUT /companies/:id/approve',
  closeCompany: 'PUT /companies/:id/close',
  reopenCompany: 'PUT /companies/:id/reopen',
  listMembers: 'GET /companies/:id/members',
  changeMember: 'PATCH /companies/:id/members/:userId',
  removeMember: 'DELETE /companies/:id/members/:userId',
  listBudgets: 'GET /companies/:id/budgets',
  addBudget: 'POST /companies/:id/budgets',
  changeBudget: 'PATCH /companies/:id/budgets/:budgetId',
  removeBudget: 'DELETE /companies/:id/budgets/:budgetId',
  getRules: 'GET /companies/:id/rules',
  setRules: 'PUT /companies/:id/rules',
  listInvitations: 'GET /companies/:id/invitations',
  invite: 'POST /companies/:id/invitations',
  withdrawInvitation: 'DELETE /companies/:id/invitations/:invitationId',
  handOver: 'POST /lists/:id/hand-over',
  listApprovals: 'GET /approvals',
  decideApproval: 'POST /purchases/:id/approvals',
  listPartNumbers: 'GET /companies/:id/part-numbers',
  setPartNumbers: 'PUT /companies/:id/part-numbers',
  readPartNumbersEffect: 'POST /companies/:id/part-numbers/effect',
  readInvitation: 'POST /invitations/read',
  acceptInvitation: 'POST /invitations/accept',
} as const satisfies { [N in CallName]?: Api[N]['route'] };

export type CompanyCalls = typeof companyCalls;
