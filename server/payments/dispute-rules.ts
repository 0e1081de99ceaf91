import type { DisputeStatus } from '#contract/payments/words.ts';

interface Meaning {
  /** An admin has to answer it. */
  asks?: true;
  /** The bank has the money or may take it: Stripe refunds nothing of the disputed amount. */
  blocks?: true;
  /** Nothing can become of it any more. */
  isOver?: true;
}

/** What a dispute's status means (https://docs.stripe.com/disputes/how-disputes-work). */
const STATUSES: ReadonlyMap<string, Meaning> = new Map<DisputeStatus, Meaning>([
  ['needs_response', { asks: true, blocks: true }],
  ['under_review', { blocks: true }],
  ['won', { isOver: true }],
  ['lost', { blocks: true, isOver: true }],
  ['warning_needs_response', { asks: true }],
  ['warning_under_review', {}],
  ['warning_closed', { isOver: true }],
  ['appeal_needs_response', { asks: true, blocks: true }],
  ['appeal_under_review', { blocks: true }],
  ['prevented', { isOver: true }],
]);

/** Statuses in which the bank has the money or may take it, and has not decided. */
export const UNDECIDED: readonly string[] = statusesWith(({ blocks, isOver }) => blocks && !isOver);

/** Statuses that ask nothing of an admin. A status that is not in the table does: an admin has to look at it. */
export const ASKS_NOTHING: readonly string[] = statusesWith(({ asks }) => !asks);

/** Statuses in which the bank has the money or may take it: Stripe refunds nothing of the disputed amount. */
export const BLOCKING: readonly string[] = statusesWith(({ blocks }) => blocks);

/** Statuses in which the bank has taken the money for good. */
export const LOST: readonly string[] = statusesWith(({ blocks, isOver }) => blocks && isOver);

function statusesWith(has: (meaning: Meaning) => boolean | undefined): string[] {
  return [...STATUSES].filter(([, meaning]) => has(meaning)).map(([status]) => status);
}

/** Whether nothing can become of a dispute any more. */
export function isOver(status: string): boolean {
  return STATUSES.get(status)?.isOver ?? false;
}

/** What decides whether a refund can be given: a dispute's status at Stripe, and its amount in the unit of `left`. */
interface Disputed {
  status: string;
  amount: number;
}

/**
 * Why no refund can be given when disputes take all that is `left` of a payment: they are not decided, or were lost.
 * Undefined when a refund may be tried.
 */
export function whyNoRefund(disputes: Disputed[], left: number): 'disputed' | 'lost' | undefined {
  const blocking = disputes.filter(({ status }) => BLOCKING.includes(status));
  if (blocking.length === 0 || blocking.reduce((sum, { amount }) => sum + amount, 0) < left) return undefined;
  return blocking.some(({ status }) => !isOver(status)) ? 'disputed' : 'lost';
}
