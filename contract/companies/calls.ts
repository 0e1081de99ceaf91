import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { DeletedSchema, InsertedSchema, ModifiedSchema, ReasonSchema } from '../kernel/fields.ts';
import {
  MOST_NUMBER_ROWS,
  MOST_NUMBERS_AT_ONCE,
  PART_NUMBERS_MAX_BYTES,
  PartNumberListQuerySchema,
  PartNumberSchema,
  PartNumbersChangeSchema,
  PartNumbersEffectAskSchema,
  PartNumbersEffectSchema,
} from './part-numbers.ts';
import {
  AcceptanceSchema,
  AcceptedSchema,
  BudgetChangeSchema,
  BudgetSchema,
  CompanyChangeSchema,
  CompanyListQuerySchema,
  CompanySchema,
  InvitationSchema,
  MemberChangeSchema,
  MemberSchema,
  NewBudgetSchema,
  NewCompanySchema,
  NewInvitationSchema,
  RulesSchema,
} from './schema.ts';

const call = callsOf('Companies');

/** The calls about companies, their members, who is invited, and their own part numbers. */
export const companyCalls = {
  openCompany: call('POST /companies', {
    may: 'company.open',
    summary: 'Open a company, of which the caller becomes the admin',
    body: NewCompanySchema,
    output: InsertedSchema,
    creates: true,
    refuses: ['own_address_unproven', 'too_many_companies'],
  }),
  listCompanies: call('GET /companies', {
    may: 'company.read',
    summary:
      'The caller’s companies, the newest first, with roles and rights; all of them for staff; `q`, `state` and `group` narrow them',
    query: CompanyListQuerySchema,
    output: z.array(CompanySchema),
  }),
  getCompany: call('GET /companies/:id', {
    may: 'company.read',
    summary: 'A company; for staff with figures',
    output: CompanySchema,
    refuses: ['not_found'],
  }),
  changeCompany: call('PATCH /companies/:id', {
    may: 'company.manage',
    summary: 'Change a company’s name, address, tax number or time zone',
    body: CompanyChangeSchema,
    output: ModifiedSchema,
    refuses: ['not_found', 'forbidden', 'company_closed'],
  }),
  blockCompany: call('PUT /companies/:id/block', {
    may: 'company.block',
    summary:
      'Keep a company from ordering, and from approving, paying and changing what it has ordered; its members are told why when they try',
    body: ReasonSchema,
    output: ModifiedSchema,
    refuses: ['not_found'],
  }),
  unblockCompany: call('PUT /companies/:id/unblock', {
    may: 'company.block',
    summary: 'Let a company order again, with a reason for the log',
    body: ReasonSchema,
    output: ModifiedSchema,
    refuses: ['not_found'],
  }),
  approveCompany: call('PUT /companies/:id/approve', {
    may: 'company.block',
    summary: 'Let a company order that waits for the shop’s approval; its admins get an email',
    output: ModifiedSchema,
    refuses: ['not_found'],
  }),
  closeCompany: call('PUT /companies/:id/close', {
    may: 'company.block',
    summary: 'Close a company: its members only read its orders and documents from then on, and why',
    body: ReasonSchema,
    output: ModifiedSchema,
    refuses: ['not_found'],
  }),
  reopenCompany: call('PUT /companies/:id/reopen', {
    may: 'company.block',
    summary: 'Open a closed company again, with a reason for the log',
    body: ReasonSchema,
    output: ModifiedSchema,
    refuses: ['not_found'],
  }),
  listMembers: call('GET /companies/:id/members', {
    may: 'company.read',
    summary: 'A company’s members, with their roles and limits',
    output: z.array(MemberSchema),
    refuses: ['not_found'],
  }),
  changeMember: call('PATCH /companies/:id/members/:userId', {
    may: 'company.manage',
    summary:
      'Change the roles or the limits of a member, or let them order above limits and without approval',
    body: MemberChangeSchema,
    output: ModifiedSchema,
    refuses: ['not_found', 'forbidden', 'company_closed', 'last_company_admin'],
  }),
  removeMember: call('DELETE /companies/:id/members/:userId', {
    may: 'company.manage',
    summary: 'Remove a member, or leave; what they may do for the company ends at once',
    output: DeletedSchema,
    refuses: ['not_found', 'forbidden', 'company_closed', 'last_company_admin'],
  }),
  listBudgets: call('GET /companies/:id/budgets', {
    may: 'company.read',
    summary: 'A company’s budgets, with what is used of the current period',
    output: z.array(BudgetSchema),
    refuses: ['not_found'],
  }),
  addBudget: call('POST /companies/:id/budgets', {
    may: 'company.manage',
    summary: 'Add a budget, which orders count in from now on',
    body: NewBudgetSchema,
    output: InsertedSchema,
    creates: true,
    refuses: ['not_found', 'forbidden', 'company_closed', 'company_full'],
  }),
  changeBudget: call('PATCH /companies/:id/budgets/:budgetId', {
    may: 'company.manage',
    summary: 'Change a budget’s name or limit; what is used above a new limit stays used',
    body: BudgetChangeSchema,
    output: ModifiedSchema,
    refuses: ['not_found', 'forbidden', 'company_closed'],
  }),
  removeBudget: call('DELETE /companies/:id/budgets/:budgetId', {
    may: 'company.manage',
    summary: 'Remove a budget: nothing counts in it any more',
    output: DeletedSchema,
    refuses: ['not_found', 'forbidden', 'company_closed'],
  }),
  getRules: call('GET /companies/:id/rules', {
    may: 'company.read',
    summary: 'A company’s rules for PO numbers, cost centers, addresses and approvals',
    output: RulesSchema,
    refuses: ['not_found'],
  }),
  setRules: call('PUT /companies/:id/rules', {
    may: 'company.manage',
    summary: 'Set a company’s rules; orders that wait for an approval keep what they were asked under',
    body: RulesSchema,
    output: ModifiedSchema,
    refuses: ['not_found', 'forbidden', 'company_closed', 'changed_meanwhile'],
  }),
  listInvitations: call('GET /companies/:id/invitations', {
    may: 'company.manage',
    summary: 'Who is invited to a company, open invitations first; replaced ones are left out',
    output: z.array(InvitationSchema),
    refuses: ['not_found', 'forbidden', 'company_closed'],
  }),
  invite: call('POST /companies/:id/invitations', {
    may: 'company.manage',
    summary: 'Invite somebody by mail; an open invitation of the same address is replaced',
    body: NewInvitationSchema,
    output: InsertedSchema,
    creates: true,
    refuses: ['not_found', 'forbidden', 'company_closed', 'company_full'],
  }),
  withdrawInvitation: call('DELETE /companies/:id/invitations/:invitationId', {
    may: 'company.manage',
    summary: 'Withdraw an invitation that nobody has accepted',
    output: DeletedSchema,
    refuses: ['not_found', 'forbidden', 'company_closed'],
  }),
  listPartNumbers: call('GET /companies/:id/part-numbers', {
    may: 'company.read',
    summary: 'A company’s own numbers of parts, in their order',
    query: PartNumberListQuerySchema,
    output: z.array(PartNumberSchema),
    csv: true,
    refuses: ['not_found'],
  }),
  setPartNumbers: call('PUT /companies/:id/part-numbers', {
    may: 'company.number',
    summary:
      'Set, replace or remove (by an empty one) a company’s own numbers of parts; `errors` names the first 100 that are wrong',
    body: PartNumbersChangeSchema,
    most: { numbers: MOST_NUMBERS_AT_ONCE },
    bodyBytes: PART_NUMBERS_MAX_BYTES,
    output: ModifiedSchema,
    refuses: ['not_found', 'forbidden', 'company_closed', 'company_full', 'changed_meanwhile'],
  }),
  readPartNumbersEffect: call('POST /companies/:id/part-numbers/effect', {
    may: 'company.number',
    summary: 'What part numbers would change, and which are left out and why; nothing is saved',
    body: PartNumbersEffectAskSchema,
    most: { numbers: MOST_NUMBER_ROWS },
    bodyBytes: PART_NUMBERS_MAX_BYTES,
    output: PartNumbersEffectSchema,
    status: 200,
    refuses: ['not_found', 'forbidden', 'company_closed', 'company_full'],
  }),
  acceptInvitation: call('POST /invitations/accept', {
    may: 'company.open',
    summary: 'Become a member by the link of an invitation, whatever address the caller has',
    body: AcceptanceSchema,
    output: AcceptedSchema,
    status: 200,
    refuses: ['not_found', 'invitation_ended', 'company_full', 'too_many_companies'],
  }),
};
