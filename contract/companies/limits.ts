/** What a company's members may spend. Without schemas, because the judge and browsers load it. */

/** What may be spent, and what is: of a member's purchase or month, or of a budget's period. */
export interface Limit {
  kind: 'per_purchase' | 'per_month' | 'budget';
  /** Of a budget. */
  name?: string;
  limitCents: number;
  usedCents: number;
}

/** Returns whether so much of a limit is used that people are told: 90 %. Nobody is told of one that lets nothing be ordered. */
export const isNearlyUsed = (limitCents: number, usedCents: number): boolean =>
  limitCents > 0 && usedCents * 10 >= limitCents * 9;

/** What the right to skip rules has let an order pass. */
export type SkippedRule = Limit['kind'] | 'approval';

/** Returns the limits that a purchase of so many cents does not fit, and what is left of each. */
export function exceededBy<L extends Limit>(
  limits: readonly L[],
  cents: number,
): { limit: L; leftCents: number }[] {
  return limits
    .map((limit) => ({ limit, leftCents: Math.max(0, limit.limitCents - limit.usedCents) }))
    .filter(({ leftCents }) => cents > leftCents);
}
