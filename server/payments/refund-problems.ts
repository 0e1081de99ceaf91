import type { RefundProblem } from '#contract/payments.ts';

interface Meaning {
  what: string;
  advice: string;
}

const DISPUTED: Meaning = {
  what: 'The buyer has disputed this payment, and Stripe refunds no disputed payment.',
  advice:
    'Answer the dispute at Stripe. When you have won it, press Try again. When you lose it, the buyer has the money.',
};
const CARD_CLOSED: Meaning = {
  what: "The card is closed: the buyer's bank sent the refund back.",
  advice:
    'Ask the buyer for another way to pay them back. When the bank has a new card for them, press Try again.',
};
const TOO_LITTLE: Meaning = {
  what: 'The balance at Stripe is too low for this refund.',
  advice: 'Add balance at Stripe, then press Try again.',
};

/**
 * The codes of Stripe for refused and failed refunds that last: asking again changes nothing until an admin does something (https://docs.stripe.com/error-codes, and `failure_reason` at
 * https://docs.stripe.com/api/refunds/object). The one place that has words for them.
 */
const MEANINGS: ReadonlyMap<string, Meaning> = new Map([
  ['charge_disputed', DISPUTED],
  ['refund_disputed_payment', DISPUTED],
  ['charge_for_pending_refund_disputed', DISPUTED],
  ['balance_insufficient', TOO_LITTLE],
  ['insufficient_funds', TOO_LITTLE],
  ['lost_or_stolen_card', CARD_CLOSED],
  ['expired_or_canceled_card', CARD_CLOSED],
  [
    'charge_not_refundable',
    {
      what: 'Stripe cannot refund this payment any more, as it is too old or was not captured.',
      advice: 'Look at the payment at Stripe, and pay the buyer back in another way.',
    },
  ],
  [
    'declined',
    {
      what: "The buyer's bank declined the refund.",
      advice: 'Ask the buyer to talk to their bank, then press Try again, or pay them back in another way.',
    },
  ],
  [
    'merchant_request',
    {
      what: 'The refund was cancelled at Stripe.',
      advice: 'If the money is to go back after all, press Try again.',
    },
  ],
  [
    'resource_missing',
    {
      what: 'Stripe does not know this payment.',
      advice: 'Check that the keys are those of the account that took the payment, then press Try again.',
    },
  ],
]);

/** Stripe's code as it is kept: one word of at most 64 letters, or `unknown`. */
export function toProblemCode(code: string | undefined): string {
  return code !== undefined && /^[a-z_]{1,64}$/.test(code) ? code : 'unknown';
}

/** Whether a refund stops when it is refused with this code. What is not in the table is tried again. */
export function isFinal(code: string): boolean {
  return MEANINGS.has(code);
}

/** A code in words for admins, with what they can do. */
export function explainRefusal(code: string): RefundProblem {
  const { what, advice } = MEANINGS.get(code) ?? {
    what: `Stripe refused the refund (${code}).`,
    advice: 'It is tried again by itself. Look at the payment at Stripe if it lasts.',
  };
  return { code, what, advice };
}
