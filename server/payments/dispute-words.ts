interface Meaning {
  what: string;
  advice?: string;
  /** An admin has to answer it. */
  asks?: true;
  /** The bank has the money or may take it: Stripe refunds nothing of the disputed amount. */
  blocks?: true;
  /** Nothing can become of it any more. */
  isOver?: true;
}

/** What a dispute's status means to an admin, and what to do (https://docs.stripe.com/disputes/how-disputes-work). */
const STATUSES: ReadonlyMap<string, Meaning> = new Map([
  [
    'needs_response',
    {
      what: 'The buyer disputes this payment, and the bank has taken the money.',
      advice: 'Answer it at Stripe, or accept it there.',
      asks: true,
      blocks: true,
    },
  ],
  [
    'under_review',
    {
      what: 'The bank looks at your answer to the dispute.',
      advice: 'Wait for its decision.',
      blocks: true,
    },
  ],
  ['won', { what: 'You have won the dispute: the money is yours again.', isOver: true }],
  ['lost', { what: 'You have lost the dispute: the buyer keeps the money.', blocks: true, isOver: true }],
  [
    'warning_needs_response',
    {
      what: "The buyer's bank asks about this payment. It has taken no money yet.",
      advice: 'Answer it at Stripe, or refund the order, which ends it.',
      asks: true,
    },
  ],
  ['warning_under_review', { what: 'The bank looks at your answer to its inquiry.', advice: 'Wait.' }],
  ['warning_closed', { what: 'The inquiry of the bank is closed. No money was taken.', isOver: true }],
  [
    'appeal_needs_response',
    {
      what: 'The bank has appealed against the dispute that you won.',
      advice: 'Answer the appeal at Stripe.',
      asks: true,
      blocks: true,
    },
  ],
  [
    'appeal_under_review',
    { what: 'The bank looks at your answer to its appeal.', advice: 'Wait.', blocks: true },
  ],
  ['prevented', { what: 'The dispute was prevented before it began.', isOver: true }],
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

/** A status in words, with what an admin can do about it. */
export function explainDispute(status: string): { what: string; advice?: string | undefined } {
  const { what, advice } = STATUSES.get(status) ?? {
    what: `The buyer's bank disputes this payment (${status}).`,
    advice: 'Look at it at Stripe.',
  };
  return { what, advice };
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
 * Why no refund can be given, and what an admin can do, when disputes take all that is `left` of a payment. Undefined when a
 * refund may be tried.
 */
export function explainNoRefund(disputes: Disputed[], left: number): string | undefined {
  const blocking = disputes.filter(({ status }) => BLOCKING.includes(status));
  if (blocking.length === 0 || blocking.reduce((sum, { amount }) => sum + amount, 0) < left) return undefined;
  return blocking.some(({ status }) => !isOver(status))
    ? "The whole payment is disputed, and Stripe refunds no disputed payment. Answer the dispute in Stripe's dashboard, or accept it there: the buyer has the money back then. When you have won it, you can refund the order here."
    : 'The buyer has the money back by the dispute that you lost: there is nothing to refund.';
}

/** Why the buyer disputes: Stripe's word with spaces (https://docs.stripe.com/disputes/categories). */
export function reasonInWords(reason: string): string {
  return reason.replaceAll('_', ' ');
}
