/** How much a buyer may order before they pay. Without schemas, because browsers load it. */
import { formatMoney, toCents } from './money.ts';

/** What a buyer has not paid yet, and what they may leave unpaid. */
export interface Allowance {
  unpaidOrders: number;
  mostUnpaid: number;
  /** Dollars that the stock held for them comes to. */
  held: number;
  /** Dollars that it may come to until their email address is confirmed; one order may always be more. Null once it is confirmed. */
  mostHeld: number | null;
}

/**
 * Whether stock of this value may be held for a buyer besides what is held: for one whose email address is not confirmed it is one
 * purchase of any value, or several up to `unprovenCents`.
 */
export function mayHold(
  { isAddressProven, heldCents }: { isAddressProven: boolean; heldCents: number },
  cents: number,
  unprovenCents: number,
): boolean {
  return isAddressProven || heldCents + cents <= Math.max(unprovenCents, cents);
}

/** What a buyer has not paid, and whether their address is proven. */
export interface Owing {
  isAddressProven: boolean;
  unpaidOrders: number;
  heldCents: number;
}

/** Returns why a buyer may not have one more purchase of so many cents before they pay; undefined when they may. */
export function refuseBuyer(
  buyer: Owing,
  cents: number,
  { maxUnpaid, unprovenCents }: { maxUnpaid: number; unprovenCents: number },
): 'too_many_unpaid' | 'address_unproven' | undefined {
  // guard: server/purchases/judge.test.ts
  if (buyer.unpaidOrders >= maxUnpaid) return 'too_many_unpaid';
  return mayHold(buyer, cents, unprovenCents) ? undefined : 'address_unproven';
}

/** Returns how many of some orders, one after the other, may be placed now, and what keeps the next one from it. `totals` are dollars. */
export function mayPlace(
  totals: readonly number[],
  { unpaidOrders, mostUnpaid, held, mostHeld }: Allowance,
): { count: number; why?: 'too_many_unpaid' | 'address_unproven' } {
  const buyer = { isAddressProven: mostHeld === null, unpaidOrders, heldCents: toCents(held) };
  const terms = { maxUnpaid: mostUnpaid, unprovenCents: toCents(mostHeld ?? 0) };
  for (const [count, total] of totals.entries()) {
    const why = refuseBuyer(buyer, toCents(total), terms);
    if (why) return { count, why };
    buyer.unpaidOrders += 1;
    buyer.heldCents += toCents(total);
  }
  return { count: totals.length };
}

/** Returns what a buyer may leave unpaid whose email address is not confirmed. `most` is in dollars. */
export function unprovenWords(most: number): string {
  return most > 0
    ? `one order may wait for its payment, or several of ${formatMoney(most)} in total`
    : 'one order may wait for its payment';
}
