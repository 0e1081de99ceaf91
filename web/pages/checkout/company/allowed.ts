/** What a company says to orders of its member before they are placed. Pure. The shop decides again when they are. */
import { exceededBy, type Limit } from '#contract/companies/limits.ts';
import { approvalsOf, type CompanyRules } from '#contract/companies/rules.ts';
import { toCents } from '#contract/kernel/money.ts';
import type { OrderSummary } from '#contract/purchases/orders.ts';

export type Member = NonNullable<OrderSummary['member']>;

export interface CompanySays {
  /** The first limit that an order exceeds; amounts are cents. */
  over?: { kind: Limit['kind']; cents: number; leftCents: number; limitCents: number };
  /** How many of the orders need an approval. That a budget is exceeded is not known here. */
  approvals: number;
}

/** Returns what a company's rules and a member's limits say of orders that are placed one after the other. `totals` are dollars. */
export function companySays(
  totals: readonly number[],
  { rules, member, isNewAddress }: { rules: CompanyRules; member: Member; isNewAddress: boolean },
): CompanySays {
  const { perPurchase, perMonth, usedThisMonth, skipsRules } = member;
  let approvals = 0;
  let usedCents = toCents(usedThisMonth);
  if (skipsRules) return { approvals };
  for (const total of totals) {
    const cents = toCents(total);
    const limits: Limit[] = [
      ...(perPurchase === null
        ? []
        : [{ kind: 'per_purchase' as const, limitCents: toCents(perPurchase), usedCents: 0 }]),
      ...(perMonth === null
        ? []
        : [{ kind: 'per_month' as const, limitCents: toCents(perMonth), usedCents }]),
    ];
    const [exceeded] = exceededBy(limits, cents);
    if (exceeded) {
      const { limit, leftCents } = exceeded;
      return { approvals, over: { kind: limit.kind, cents, leftCents, limitCents: limit.limitCents } };
    }
    const ruled = { cents, isNewAddress, isOverBudget: false, isPoUsed: false };
    if (approvalsOf(rules, { ...ruled, poNumber: undefined, costCentre: undefined }).length > 0)
      approvals += 1;
    usedCents += cents;
  }
  return { approvals };
}
