import { formatMoney, toDollars } from '#contract/money.ts';
import type { Queryable } from '../database/client.ts';
import { conflict, type Problem } from '../http/problem.ts';
import type { OrderTerms } from './insert.ts';

/** What a buyer has unpaid, as the triggers of migration 0018 count it in their row of `users`. */
export interface Buyer {
  /** Orders that are neither paid nor deleted. */
  unpaidOrders: number;
  /** Cents that the stock held for them comes to. */
  heldCents: number;
  isAddressProven: boolean;
}

const COLUMNS = [
  'unpaid_orders as unpaidOrders',
  'held_cents as heldCents',
  'email_verified as isAddressProven',
] as const;

export function findBuyer(db: Queryable, userId: string): Promise<Buyer | undefined> {
  return db.selectFrom('users').select(COLUMNS).where('id', '=', userId).executeTakeFirst();
}

/**
 * Locks a buyer's counters until the transaction ends. Everywhere they are locked after the order and before the product.
 * Undefined when the account is gone.
 */
export async function lockBuyer(transaction: Queryable, userId: string | null): Promise<Buyer | undefined> {
  if (userId === null) return undefined;
  return transaction
    .selectFrom('users')
    .select(COLUMNS)
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/**
 * Why a buyer with these counters may not place an order of this value, in cents; undefined when they may. The statement of
 * insert.ts decides by the same rule: `buyers.test.ts` holds the two together.
 */
export function refusalOf(
  buyer: Buyer,
  cents: number,
  { maxUnpaid, unprovenCents }: Pick<OrderTerms, 'maxUnpaid' | 'unprovenCents'>,
): Problem | undefined {
  if (buyer.unpaidOrders >= maxUnpaid) {
    return conflict(
      'too_many_unpaid',
      `You have ${maxUnpaid} unpaid orders, which is the most there may be. Pay or delete one before you order more.`,
    );
  }
  return mayHold(buyer, cents, unprovenCents) ? undefined : holdsTooMuch(unprovenCents);
}

/**
 * Whether stock of this value may be held for a buyer besides what is held: for one whose address is not proven it is one
 * order of any value, or several up to `unprovenCents`.
 */
export function mayHold(
  { isAddressProven, heldCents }: Buyer,
  cents: number,
  unprovenCents: number,
): boolean {
  return isAddressProven || heldCents + cents <= Math.max(unprovenCents, cents);
}

/** 409: what is held for a buyer whose address nobody has proven comes to as much as it may. */
export function holdsTooMuch(unprovenCents: number): Problem {
  return conflict(
    'address_unproven',
    `Your address is not confirmed. Until it is, one order may wait for its payment, or several of ${formatMoney(toDollars(unprovenCents))} in all. Confirm your address on My Profile or pay for an order, then go on.`,
  );
}
