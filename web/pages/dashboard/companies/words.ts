import type { MemberRole } from '#contract/companies/rights.ts';
import type { Company, Invitation, NewBudget, Rules } from '#contract/companies/schema.ts';
import { translator } from '../../../translate.ts';
import messages from './en.json' with { type: 'json' };

/** Says the messages of companies. */
export const t = translator(messages);

/** What members with a role may do. */
export const ROLES_EXPLAINED: Record<MemberRole, string> = {
  admin: t('role.admin.about'),
  buyer: t('role.buyer.about'),
  approver: t('role.approver.about'),
  finance: t('role.finance.about'),
  viewer: t('role.viewer.about'),
};

/** What the states of an invitation are called. */
export const STATES: Record<Invitation['state'], string> = {
  open: t('state.open'),
  accepted: t('state.accepted'),
  withdrawn: t('state.withdrawn'),
  expired: t('state.expired'),
};

/** What the periods of a budget are called. */
export const PERIODS: Record<NewBudget['period'], string> = {
  month: t('period.month'),
  quarter: t('period.quarter'),
  year: t('period.year'),
};

/** What a company asks of PO numbers. */
export const PO_RULES: Record<Rules['poNumber'], string> = {
  optional: t('po.optional'),
  required: t('po.required'),
  unique: t('po.unique'),
};

/** When an order needs an approval. */
export const WHEN = {
  above: t('when.above'),
  newAddress: t('when.newAddress'),
  overBudget: t('when.overBudget'),
};

/** Says why a company cannot order; undefined for one that can. */
export function noticeOf({ state, closed, blocked }: Company): string | undefined {
  if (closed) return t('company.closed', { why: closed.why });
  if (blocked) return t('company.blocked', { why: blocked.why });
  return state === 'waiting' ? t('company.waiting') : undefined;
}
