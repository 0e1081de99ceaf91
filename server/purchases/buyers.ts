import { toDollars } from '#contract/kernel/money.ts';
import { Problem } from '../ground/handling/problem.ts';

/** 409: a buyer has as many unpaid purchases as there may be. */
export function tooManyUnpaid(maxUnpaid: number): Problem {
  return new Problem('too_many_unpaid', { most: maxUnpaid });
}

/** 409: what is held for a buyer whose address nobody has proven comes to as much as it may. */
export function holdsTooMuch(unprovenCents: number): Problem {
  return new Problem('address_unproven', { why: 'holds', most: toDollars(unprovenCents) });
}
