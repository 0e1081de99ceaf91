import { toDollars } from '#contract/money.ts';
import { Problem } from '../handling/problem.ts';

/**
 * Whether stock of this value may be held for a buyer besides what is held: for one whose address is not proven it is one
 * purchase of any value, or several up to `unprovenCents`. The statement that places purchases decides by the same rule.
 */
export function mayHold(
  { isAddressProven, heldCents }: { isAddressProven: boolean; heldCents: number },
  cents: number,
  unprovenCents: number,
): boolean {
  return isAddressProven || heldCents + cents <= Math.max(unprovenCents, cents);
}

/** 409: a buyer has as many unpaid purchases as there may be. */
export function tooManyUnpaid(maxUnpaid: number): Problem {
  return new Problem('too_many_unpaid', { most: maxUnpaid });
}

/** 409: what is held for a buyer whose address nobody has proven comes to as much as it may. */
export function holdsTooMuch(unprovenCents: number): Problem {
  return new Problem('address_unproven', { why: 'holds', most: toDollars(unprovenCents) });
}
