import { Problem, type ProblemParts } from '../ground/handling/problem.ts';

/** Where a purchase stands. `released` is unpaid, with its hold ended and its stock back on sale. */
export type PurchaseState = 'held' | 'released' | 'paid' | 'refunded' | 'deleted';

/** Every change of a purchase's state there is; PostgreSQL refuses anything else, too (`refuse_transition` of functions.sql). */
export const TRANSITIONS: Record<PurchaseState, readonly PurchaseState[]> = {
  // The hold ends, the buyer pays, somebody deletes it.
  held: ['released', 'paid', 'deleted'],
  // The late buyer comes to pay, pays at once, or nobody does.
  released: ['held', 'paid', 'deleted'],
  paid: ['refunded'],
  refunded: [],
  deleted: [],
};

/** Whether a purchase's pieces are out of the available stock of their products. */
export function takesStock(state: PurchaseState): boolean {
  return state === 'held' || state === 'paid';
}

/** Whether a purchase still may be paid. */
export function isUnpaid(state: PurchaseState): boolean {
  return state === 'held' || state === 'released';
}

/** Minutes before the end of a hold at which its buyer is told: a quarter of the hold, and no more than two hours. */
export function minutesOfWarning(holdMinutes: number): number {
  return Math.min(holdMinutes / 4, 120);
}

/** Minutes that paying takes at most, with a bank that asks its customer. */
const PAYING_MINUTES = 30;

/** For how many minutes, from now, a purchase is held; `provenMinutes` once its buyer's address is proven, where that is longer. */
export interface Hold {
  holdMinutes: number;
  provenMinutes?: number;
}

type HoldTerms = Record<'holdMinutes' | 'unprovenMinutes', number>;

/** How long a new purchase keeps its stock. A shop that holds as long for unproven addresses as for others wants no difference. */
export function placedHold(isAddressProven: boolean, { holdMinutes, unprovenMinutes }: HoldTerms): Hold {
  if (isAddressProven || unprovenMinutes >= holdMinutes) return { holdMinutes };
  return { holdMinutes: unprovenMinutes, provenMinutes: holdMinutes };
}

/**
 * For how many minutes stock is held again when a buyer begins to pay after the hold has ended. While their address is not
 * proven, they could begin again and again: their stock is held for as long as paying takes, and for the usual time
 * (`provenMinutes`) once the address is proven.
 */
export function renewedHold(isAddressProven: boolean, terms: HoldTerms): Hold {
  const { holdMinutes, provenMinutes } = placedHold(isAddressProven, terms);
  if (provenMinutes === undefined) return { holdMinutes };
  return { holdMinutes: Math.min(holdMinutes, PAYING_MINUTES), provenMinutes };
}

const REFUSALS: Record<PurchaseState, ProblemParts> = {
  held: ['not_paid'],
  released: ['not_paid'],
  paid: ['already_paid', { by: 'a_payment' }],
  refunded: ['already_refunded'],
  deleted: ['order_deleted', { payment: 'none' }],
};

/** Throws 409 for a change of state that is not in the table. */
export function requireTransition(from: PurchaseState, to: PurchaseState): void {
  // guard: server/purchases/rules.test.ts
  if (!TRANSITIONS[from].includes(to)) throw new Problem(...REFUSALS[from]);
}
