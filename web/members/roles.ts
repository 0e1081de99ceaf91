/** What the roles of a company's members are called: in the dashboard, and where somebody is invited. */
import type { MemberRole } from '#contract/companies/rights.ts';
import { translator } from '../translate.ts';
import messages from './en.json' with { type: 'json' };

const t = translator(messages);

export const ROLES: Record<MemberRole, string> = {
  admin: t('admin'),
  buyer: t('buyer'),
  approver: t('approver'),
  finance: t('finance'),
  viewer: t('viewer'),
};

/** Names the roles of a member. */
export const namesOf = (roles: readonly MemberRole[]) => roles.map((role) => ROLES[role]).join(', ');
