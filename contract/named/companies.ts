/** Schemas of companies, each with an example. */

import {
  PartNumberSchema,
  PartNumbersChangeSchema,
  PartNumbersEffectAskSchema,
  PartNumbersEffectSchema,
} from '../companies/part-numbers.ts';
import { RIGHTS_OF } from '../companies/rights.ts';
import {
  AcceptanceSchema,
  AcceptedSchema,
  BudgetChangeSchema,
  BudgetSchema,
  CompanyChangeSchema,
  CompanySchema,
  InvitationSchema,
  InvitedSchema,
  MemberChangeSchema,
  MemberSchema,
  NewBudgetSchema,
  NewCompanySchema,
  NewInvitationSchema,
  RulesSchema,
} from '../companies/schema.ts';
import { buyer, ID, type Named, named, shipTo, TIME } from './examples.ts';

const company = { name: 'Example Electronics', address: shipTo, taxId: 'DE123456789' };

const budget = { name: 'Prototypes', costCentre: 'Lab', period: 'quarter' as const, limit: 25_000 };

export const companySchemas: Record<string, Named> = {
  NewCompany: named(NewCompanySchema, company),
  CompanyChange: named(CompanyChangeSchema, { taxId: 'DE123456789' }),
  Company: named(CompanySchema, {
    _id: ID,
    ...company,
    timeZone: 'Europe/Berlin',
    createdAt: TIME,
    members: 4,
    state: 'active',
    roles: ['buyer'],
    rights: [...RIGHTS_OF.buyer],
    isActive: true,
  }),
  Member: named(MemberSchema, {
    userId: ID,
    ...buyer,
    roles: ['buyer'],
    joinedAt: TIME,
    perPurchase: 2500,
    perMonth: 10_000,
    usedOfMonth: 7530,
    skipsRules: false,
  }),
  MemberChange: named(MemberChangeSchema, { roles: ['buyer', 'approver'], perPurchase: 2500 }),
  NewBudget: named(NewBudgetSchema, budget),
  BudgetChange: named(BudgetChangeSchema, { limit: 30_000 }),
  Budget: named(BudgetSchema, { _id: ID, ...budget, used: 1270.5, periodStart: '2027-01-01' }),
  CompanyRules: named(RulesSchema, {
    revision: 3,
    poNumber: 'required',
    costCentres: ['Lab', 'Line 2'],
    approvals: [{ above: 5000, by: { role: 'approver' }, count: 1 }],
  }),
  NewInvitation: named(NewInvitationSchema, { email: 'buyer@example.com', roles: ['buyer'] }),
  Invitation: named(InvitationSchema, {
    _id: ID,
    email: 'buyer@example.com',
    roles: ['buyer'],
    state: 'open',
    invitedBy: 'admin@example.com',
    createdAt: TIME,
    expiresAt: TIME,
  }),
  Invited: named(InvitedSchema, {
    company: company.name,
    invitedBy: 'admin@example.com',
    roles: ['buyer'],
    expiresAt: TIME,
  }),
  PartNumber: named(PartNumberSchema, {
    productId: ID,
    number: 'VX-100',
    sku: 'NB-E64',
    name: 'NB-E64 64-core server processor',
    changedAt: TIME,
  }),
  PartNumbersChange: named(PartNumbersChangeSchema, { numbers: [{ productId: ID, number: 'VX-100' }] }),
  PartNumbersEffectAsk: named(PartNumbersEffectAskSchema, { numbers: [{ sku: 'NB-E64', number: 'VX-100' }] }),
  PartNumbersEffect: named(PartNumbersEffectSchema, {
    changes: [{ productId: ID, sku: 'NB-E64', number: 'VX-100', was: '' }],
    same: 0,
    refusedRows: 0,
    refused: [],
    revision: 1,
  }),
  Acceptance: named(AcceptanceSchema, { token: 'q8Zr0yTj4xJbWmD1nVfKs7uA2cLeHg9P' }),
  AcceptedInvitation: named(AcceptedSchema, { buyerId: ID }),
};
