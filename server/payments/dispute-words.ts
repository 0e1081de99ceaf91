/** What a dispute's status means to an admin, and what to do (https://docs.stripe.com/disputes/how-disputes-work). */
const STATUSES: ReadonlyMap<string, { what: string; advice?: string; isOver?: true }> = new Map([
  [
    'needs_response',
    {
      what: 'The buyer disputes this payment, and the bank has taken the money.',
      advice: 'Answer it at Stripe, or accept it there.',
    },
  ],
  [
    'under_review',
    { what: 'The bank looks at your answer to the dispute.', advice: 'Wait for its decision.' },
  ],
  ['won', { what: 'You have won the dispute: the money is yours again.', isOver: true }],
  ['lost', { what: 'You have lost the dispute: the buyer keeps the money.', isOver: true }],
  [
    'warning_needs_response',
    {
      what: "The buyer's bank asks about this payment. It has taken no money yet.",
      advice: 'Answer it at Stripe, or refund the order, which ends it.',
    },
  ],
  ['warning_under_review', { what: 'The bank looks at your answer to its inquiry.', advice: 'Wait.' }],
  ['warning_closed', { what: 'The inquiry of the bank is closed. No money was taken.', isOver: true }],
  [
    'appeal_needs_response',
    {
      what: 'The bank has appealed against the dispute that you won.',
      advice: 'Answer the appeal at Stripe.',
    },
  ],
  ['appeal_under_review', { what: 'The bank looks at your answer to its appeal.', advice: 'Wait.' }],
  ['prevented', { what: 'The dispute was prevented before it began.', isOver: true }],
]);

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

/** Why the buyer disputes: Stripe's word with spaces (https://docs.stripe.com/disputes/categories). */
export function reasonInWords(reason: string): string {
  return reason.replaceAll('_', ' ');
}
