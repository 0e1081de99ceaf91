import { exceededBy, isNearlyUsed, type Limit, type SkippedRule } from '#contract/companies/limits.ts';
import { hasRight } from '#contract/companies/rights.ts';
import { approvalsOf, breachesOf, type NeededApproval, type RuleBreach } from '#contract/companies/rules.ts';
import type { OverLimit } from './buyers.ts';
import type { CompanyTerms, Counted, CountedLimit } from './company-terms.ts';

/** Why a company does not let a member order something, or where it counts and who has to approve it. */
export type CompanyJudgement =
  | { verdict: 'right_missing' }
  | { verdict: 'company_rule'; breaches: RuleBreach[] }
  | OverLimit
  | ({ verdict: 'allowed' } & Allowed);

/** Where an order counts, who has to approve it, and what would have stopped it without the right to skip rules. */
export interface Allowed {
  approvals: NeededApproval[];
  counted: Counted[];
  skipped: SkippedRule[];
}

const keyOf = ({ scopeId, periodStart }: Pick<CountedLimit, 'scopeId' | 'periodStart'>) =>
  `${scopeId} ${periodStart}`;

/** What orders that were judged before in the same transaction have used of rows, by `keyOf`. */
export type Used = Map<string, number>;

/**
 * Decides whether a member may order something of so many cents. A budget may be exceeded where a rule asks for an approval then. Who may
 * skip rules exceeds limits and budgets, and needs no approval. What somebody has placed who is no member any more is judged as the company's.
 */
export function judgeCompany(
  terms: CompanyTerms,
  order: { cents: number; poNumber: string | undefined; costCentre: string | undefined; isPoUsed?: boolean },
  used: Used = new Map(),
): CompanyJudgement {
  if (terms.roles && !hasRight(terms.roles, 'purchase.place')) return { verdict: 'right_missing' };
  const limits = terms.limits.map((limit) => ({
    ...limit,
    usedCents: limit.usedCents + (used.get(keyOf(limit)) ?? 0),
  }));
  const bounded = limits.flatMap((limit) =>
    limit.limitCents === null ? [] : [{ ...limit, limitCents: limit.limitCents }],
  );
  const exceeded = exceededBy(bounded, order.cents);
  const ruled = {
    ...order,
    isPoUsed: terms.isPoUsed || order.isPoUsed === true,
    isNewAddress: !terms.isKnownAddress,
    isOverBudget: exceeded.some(({ limit }) => limit.kind === 'budget'),
  };
  const breaches = breachesOf(terms.rules, ruled);
  if (breaches.length > 0) return { verdict: 'company_rule', breaches };
  const { skipsRules } = terms.actor;
  const needed = approvalsOf(terms.rules, ruled);
  const isApprovedOver = needed.some(({ reason }) => reason === 'over_budget');
  const mayExceed = ({ kind }: Pick<Limit, 'kind'>) => skipsRules || (isApprovedOver && kind === 'budget');
  const refusing = exceeded.find(({ limit }) => !mayExceed(limit));
  if (refusing) {
    const { limit, leftCents } = refusing;
    return { verdict: 'over_limit', limit: limit.kind, name: limit.name, leftCents, cents: order.cents };
  }
  const counted = limits.flatMap((limit): Counted[] => {
    const { scopeId, periodStart, limitCents } = limit;
    if (!scopeId || !periodStart) return [];
    if (limitCents === null) return [{ scopeId, periodStart, boundCents: null }];
    const usedCents = limit.usedCents + order.cents;
    // A limit may have become less than is used of it: what does not raise it fits.
    const boundCents = Math.max(limitCents, usedCents);
    const nearly = isNearlyUsed(limitCents, usedCents) && { nearly: { limitCents, usedCents } };
    return [{ scopeId, periodStart, boundCents, ...nearly }];
  });
  for (const one of counted) used.set(keyOf(one), (used.get(keyOf(one)) ?? 0) + order.cents);
  if (!skipsRules) return { verdict: 'allowed', approvals: needed, counted, skipped: [] };
  const kinds = exceeded.map(({ limit }): SkippedRule => limit.kind);
  const skipped = [...new Set(needed.length > 0 ? [...kinds, 'approval' as const] : kinds)];
  return { verdict: 'allowed', approvals: [], counted, skipped };
}
