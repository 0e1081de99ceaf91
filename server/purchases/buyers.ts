import type { Limit } from '#contract/companies/limits.ts';
import { toDollars } from '#contract/kernel/money.ts';
import { Problem } from '../ground/handling/problem.ts';

/** 409: a buyer has as many unpaid purchases as there may be. */
export function tooManyUnpaid(maxUnpaid: number): Problem {
  return new Problem('too_many_unpaid', { most: maxUnpaid });
}

/** A limit that an order does not fit. Amounts are cents. */
export interface OverLimit {
  verdict: 'over_limit';
  limit: Limit['kind'];
  name: string | undefined;
  leftCents: number;
  cents: number;
}

/** 409: a company lets a member order less: of which limit, and what is left of it. */
export function overLimit({ limit, name, leftCents, cents }: OverLimit): Problem {
  const params = {
    limit,
    left: toDollars(leftCents),
    needs: toDollars(cents),
    ...(name !== undefined && { name }),
  };
  return new Problem('over_limit', params);
}

/** 409: what is held for a buyer whose address nobody has proven comes to as much as it may. */
export function holdsTooMuch(unprovenCents: number): Problem {
  return new Problem('address_unproven', { why: 'holds', most: toDollars(unprovenCents) });
}
