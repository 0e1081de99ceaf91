import { Problem, type ProblemParts } from '../ground/handling/problem.ts';

/**
 * Where a purchase stands. `asked` waits for an approval, with its stock held; `released` is unpaid, with its hold ended and its stock
 * back on sale. `accepted`: its goods are owed, and money is outstanding. `paid`: it is accepted, and all of it is paid.
 */
export type PurchaseState = 'asked' | 'held' | 'released' | 'accepted' | 'paid' | 'refunded' | 'deleted';

/** Every change of a purchase's state there is; PostgreSQL refuses anything else, too (`refuse_transition` of functions.sql). */
export const TRANSITIONS: Record<PurchaseState, readonly PurchaseState[]> = {
  // Somebody approves it, the hold ends, somebody deletes it.
  asked: ['held', 'released', 'deleted'],
  // It was changed and needs an approval, its hold ends, the shop owes it before it is paid, the buyer pays, somebody deletes it.
  held: ['asked', 'released', 'accepted', 'paid', 'deleted'],
  // It is asked for again, the late buyer comes to pay, pays at once, or nobody does.
  released: ['asked', 'held', 'paid', 'deleted'],
  accepted: ['paid'],
  paid: ['refunded'],
  refunded: [],
  deleted: [],
};

/** Whether a purchase's pieces are out of the available stock of their products. */
export function takesStock(state: PurchaseState): boolean {
  return state === 'asked' || state === 'held' || isAccepted(state);
}

/** Whether a purchase is neither accepted nor over: `is_unpaid` of functions.sql. */
export function isUnpaid(state: PurchaseState): boolean {
  return state === 'asked' || state === 'held' || state === 'released';
}

/** Whether the goods of a purchase are owed to its buyer: `is_accepted` of functions.sql. Whether it is paid is another question. */
export function isAccepted(state: PurchaseState): boolean {
  return state === 'accepted' || state === 'paid';
}

/** What tells whether a purchase may be paid: its state, and whether it needs an approval that it does not have. */
export interface Payable {
  state: PurchaseState;
  isUnapproved: boolean;
}

/** Whether a purchase may be paid as it stands. */
export function mayBePaid({ state, isUnapproved }: Payable): boolean {
  return !isUnapproved && TRANSITIONS[state].includes('paid');
}

/** Throws 409 for a purchase that may not be paid: `not_approved`, or why its state does not let it. */
export function requirePayable({ state, isUnapproved }: Payable): void {
  if (isUnapproved) throw new Problem('not_approved', { payment: 'none' });
  requireTransition(state, 'paid');
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
  asked: ['not_approved', { payment: 'none' }],
  accepted: ['not_paid'],
  held: ['not_paid'],
  released: ['not_paid'],
  paid: ['already_paid', { by: 'a_payment' }],
  refunded: ['already_refunded'],
  deleted: ['order_deleted', { payment: 'none' }],
};

/** Throws 409 for a change of state that is not in the table. */
export function requireTransition(from: PurchaseState, to: PurchaseState): void {
  // guard: server/purchases/rules.test.ts
  if (!TRANSITIONS[from].includes(to)) throw refusal(from, to);
}

/** Throws 409 for a purchase whose goods are not owed. */
export function requireAccepted(state: PurchaseState): void {
  if (!isAccepted(state)) throw refusal(state, 'refunded');
}

function refusal(from: PurchaseState, to: PurchaseState): Problem {
  if (from === 'accepted' && to === 'deleted') return new Problem('already_accepted');
  return new Problem(...REFUSALS[from]);
}
