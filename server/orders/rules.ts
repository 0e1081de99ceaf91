import type { ProblemCode } from '#contract/problem.ts';
import { conflict } from '../http/problem.ts';

/** Where an order stands. `released` is unpaid, with its hold ended and its stock back on sale. */
export type OrderState = 'held' | 'released' | 'paid' | 'refunded' | 'deleted';

/** Every change of an order's state there is; anything else is refused. */
export const ORDER_TRANSITIONS: Record<OrderState, readonly OrderState[]> = {
  // The hold ends, the buyer pays, somebody deletes it.
  held: ['released', 'paid', 'deleted'],
  // The late buyer comes to pay, pays at once, or nobody does.
  released: ['held', 'paid', 'deleted'],
  paid: ['refunded'],
  refunded: [],
  deleted: [],
};

/** Whether an order's pieces are out of the product's available stock. */
export function takesStock(state: OrderState): boolean {
  return state === 'held' || state === 'paid';
}

/** Minutes before the end of a hold at which its buyer is told: a quarter of the hold, and no more than two hours. */
export function minutesOfWarning(holdMinutes: number): number {
  return Math.min(holdMinutes / 4, 120);
}

/** Minutes that paying takes at most, with a bank that asks its customer. */
const PAYING_MINUTES = 30;

/**
 * For how many minutes stock is held again when a buyer begins to pay after the hold has ended. While their address is not
 * proven, they could begin again and again: their stock is held for as long as paying takes, and for the usual time
 * (`provenMinutes`) once the address is proven.
 */
export function renewedHold(
  isAddressProven: boolean,
  { holdMinutes, unprovenMinutes }: { holdMinutes: number; unprovenMinutes: number },
): { holdMinutes: number; provenMinutes?: number } {
  // A shop that holds as long for unproven addresses as for others wants no difference.
  if (isAddressProven || unprovenMinutes >= holdMinutes) return { holdMinutes };
  return { holdMinutes: Math.min(unprovenMinutes, PAYING_MINUTES), provenMinutes: holdMinutes };
}

/** The state that a row's columns mean. */
export function orderState(row: {
  deleted_at: Date | null;
  refunded_at: Date | null;
  paid_at: Date | null;
  held_until: Date | null;
}): OrderState {
  if (row.deleted_at) return 'deleted';
  if (row.refunded_at) return 'refunded';
  if (row.paid_at) return 'paid';
  return row.held_until ? 'held' : 'released';
}

const REFUSALS: Record<OrderState, [code: ProblemCode<409>, detail: string]> = {
  held: ['not_paid', 'This order is not paid.'],
  released: ['not_paid', 'This order is not paid.'],
  paid: ['already_paid', 'This order is paid. A paid order cannot be deleted or paid again.'],
  refunded: ['already_refunded', 'This order has been refunded.'],
  deleted: ['order_deleted', 'This order was deleted.'],
};

/** Throws 409 for a change of state that is not in the table. */
export function requireTransition(from: OrderState, to: OrderState): void {
  if (!ORDER_TRANSITIONS[from].includes(to)) throw conflict(...REFUSALS[from]);
}
