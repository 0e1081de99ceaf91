import type { Database } from '../ground/database/client.ts';
import type { Limits } from '../ground/limits/limits.ts';
import type { Module } from '../ground/module.ts';
import { auditCompanies } from './audit.ts';
import { companyMails } from './mail-words.ts';
import { type CompanyCalls, type CompanySettings, companyHandlers } from './routes.ts';

export const companies: Module<
  CompanyCalls,
  { database: Database; limits: Limits; settings: CompanySettings }
> = {
  name: 'companies',
  audit: auditCompanies,
  mails: companyMails,
  events: {
    company_opened: ['people'],
    company_changed: ['people'],
    company_rules_changed: ['people'],
    budget_changed: ['people'],
    company_blocked: ['people'],
    company_unblocked: ['people'],
    company_approved: ['people'],
    company_closed: ['people'],
    company_reopened: ['people'],
    member_invited: ['people'],
    member_joined: ['people'],
    member_changed: ['people'],
    member_removed: ['people'],
    part_numbers_changed: ['people'],
  },
  open: ({ database, limits, settings }) => ({ handlers: companyHandlers(database, limits, settings) }),
};
