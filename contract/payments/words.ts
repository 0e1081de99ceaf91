import { wordsOf } from '../kernel/words-of.ts';
import type { RefundCause, RefundProblem, RefundRefusal } from './schema.ts';

const CAUSES: Record<RefundCause, string> = {
  order_deleted: 'The order had been deleted when the payment arrived.',
  paid_otherwise: 'The order was already paid by another payment.',
  not_approved: 'The order waited for an approval when the payment arrived.',
  lines_deleted: 'Products of the order were deleted while it was being paid.',
  stock_gone: 'The hold had ended and the parts had been sold when the payment arrived.',
  over_limit: 'The hold had ended and a limit of the company had been used up when the payment arrived.',
  unclaimed: 'No order claimed it within 60 minutes.',
  refunded_at_provider: 'Refunded at the payment provider.',
  sent_back: "The buyer's bank sent the refund back.",
};

/**
 * Returns why money is refunded: an admin's reason, or else the text of the cause. An unknown cause is returned unchanged. Empty when
 * neither is known.
 */
export function refundReason(written?: string | null, cause?: RefundCause | null): string {
  return written ?? (cause ? (wordsOf(CAUSES, cause) ?? cause) : '');
}

interface Meaning {
  what: string;
  advice?: string;
}

const DISPUTED = {
  what: 'The buyer has disputed this payment, and Stripe refunds no disputed payment.',
  advice:
    'Answer the dispute at Stripe. When you have won it, press Try again. When you lose it, the buyer has the money.',
};
const CARD_CLOSED = {
  what: "The card is closed: the buyer's bank sent the refund back.",
  advice:
    'Ask the buyer for another way to pay them back. When the bank has a new card for them, press Try again.',
};
const TOO_LITTLE = {
  what: 'The balance at Stripe is too low for this refund.',
  advice: 'Add balance at Stripe, then press Try again.',
};

const REFUSALS: Record<RefundRefusal, Required<Meaning>> = {
  charge_disputed: DISPUTED,
  refund_disputed_payment: DISPUTED,
  charge_for_pending_refund_disputed: DISPUTED,
  balance_insufficient: TOO_LITTLE,
  insufficient_funds: TOO_LITTLE,
  lost_or_stolen_card: CARD_CLOSED,
  expired_or_canceled_card: CARD_CLOSED,
  charge_not_refundable: {
    what: 'Stripe cannot refund this payment any more, as it is too old or was not captured.',
    advice: 'Look at the payment at Stripe, and pay the buyer back in another way.',
  },
  charge_already_refunded: {
    what: 'Less is left of the payment than this refund is: money was refunded at Stripe, too.',
    advice: 'Load the order again, and refund fewer pieces, or all that is left.',
  },
  declined: {
    what: "The buyer's bank declined the refund.",
    advice: 'Ask the buyer to talk to their bank, then press Try again, or pay them back in another way.',
  },
  merchant_request: {
    what: 'The refund was canceled at Stripe.',
    advice: 'If the money is to go back after all, press Try again.',
  },
  resource_missing: {
    what: 'Stripe does not know this payment.',
    advice: 'Check that the keys are those of the account that took the payment, then press Try again.',
  },
};

/** Explains to admins why the provider refused a refund, and what to do. Stripe may have new codes. */
export function explainRefusal(code: string): RefundProblem {
  const { what, advice } = wordsOf(REFUSALS, code) ?? {
    what: `Stripe refused the refund (${code}).`,
    advice: 'It is retried automatically. Look at the payment at Stripe if it lasts.',
  };
  return { code, what, advice };
}

const DISPUTES = {
  needs_response: {
    what: 'The buyer disputes this payment, and the bank has taken the money.',
    advice: 'Answer it at Stripe, or accept it there.',
  },
  under_review: {
    what: 'The bank looks at your answer to the dispute.',
    advice: 'Wait for its decision.',
  },
  won: { what: 'You have won the dispute: the money is yours again.' },
  lost: { what: 'You have lost the dispute: the buyer keeps the money.' },
  warning_needs_response: {
    what: "The buyer's bank asks about this payment. It has taken no money yet.",
    advice: 'Answer it at Stripe, or refund the order, which ends it.',
  },
  warning_under_review: { what: 'The bank looks at your answer to its inquiry.', advice: 'Wait.' },
  warning_closed: { what: 'The inquiry of the bank is closed. No money was taken.' },
  appeal_needs_response: {
    what: 'The bank has appealed against the dispute that you won.',
    advice: 'Answer the appeal at Stripe.',
  },
  appeal_under_review: { what: 'The bank looks at your answer to its appeal.', advice: 'Wait.' },
  prevented: { what: 'The dispute was prevented before it began.' },
} satisfies Record<string, Meaning>;

/** Stripe's statuses of a dispute that have words (https://docs.stripe.com/disputes/how-disputes-work). */
export type DisputeStatus = keyof typeof DISPUTES;

/** Explains a dispute's status, and what an admin can do. Stripe may have new statuses. */
export function explainDispute(status: string): { what: string; advice?: string | undefined } {
  const { what, advice }: Meaning = wordsOf<Meaning>(DISPUTES, status) ?? {
    what: `The buyer's bank disputes this payment (${status}).`,
    advice: 'Look at it at Stripe.',
  };
  return { what, advice };
}

/** Explains why a disputed payment cannot be refunded, and what an admin can do. */
export const NO_REFUND = {
  disputed:
    "The whole payment is disputed, and Stripe refunds no disputed payment. Answer the dispute in Stripe's dashboard, or accept it there: the buyer has the money back then. When you have won it, you can refund the order here.",
  lost: 'The buyer has the money back by the dispute that you lost: there is nothing to refund.',
};

const CLAIMS = {
  bank_cannot_process: {
    claim: 'The bank could not process the payment.',
    evidence: 'Ask Stripe what failed, and send the invoice.',
  },
  check_returned: {
    claim: 'The bank has sent a check back.',
    evidence: 'Ask the buyer to pay in another way.',
  },
  credit_not_processed: {
    claim: 'The buyer waits for money that you have promised or owe.',
    evidence: 'Send the credit note with the day of the refund or, if none is due, your terms of returns.',
  },
  customer_initiated: {
    claim: 'The buyer has asked the bank for the money back.',
    evidence: 'Ask the buyer why. Send the invoice, and what shows that the parts arrived.',
  },
  debit_not_authorized: {
    claim: 'The buyer says that they did not allow this debit.',
    evidence: 'Send the order with who placed it and when.',
  },
  duplicate: {
    claim: 'The buyer says that they have paid twice for the same order.',
    evidence: 'Send both invoices, and what each was for. If there is only one order, accept the dispute.',
  },
  fraudulent: {
    claim: 'The owner of the card says that they did not make this payment.',
    evidence:
      'Ship nothing more of this order. Send what shows that they ordered: account, delivery address, mails, proof of delivery.',
  },
  general: {
    claim: 'The bank gives no reason.',
    evidence: 'Ask the buyer for it. Send the invoice and proof of delivery.',
  },
  incorrect_account_details: {
    claim: 'The account of the payment was wrong.',
    evidence: 'Ask the buyer to pay in another way.',
  },
  insufficient_funds: {
    claim: 'The account had too little money for this payment.',
    evidence: 'Ask the buyer to pay in another way.',
  },
  noncompliant: {
    claim: 'The payment broke a rule of the card network.',
    evidence: 'Read at Stripe which rule, and answer to that one.',
  },
  product_not_received: {
    claim: 'The buyer says that the parts did not arrive.',
    evidence: 'Send carrier, tracking number and proof of delivery of each shipment.',
  },
  product_unacceptable: {
    claim: 'The buyer says that the parts are damaged, or not what was ordered.',
    evidence: 'Send the datasheet, the packing slip, and what was agreed about a return.',
  },
  subscription_canceled: {
    claim: 'The buyer says that they had canceled before.',
    evidence: 'Send the order with who placed it and when.',
  },
  unrecognized: {
    claim: 'The owner of the card does not recognize the payment.',
    evidence: 'Send the invoice, and tell the buyer which name stands on the statement: often they withdraw.',
  },
} satisfies Record<string, { claim: string; evidence: string }>;

/** Explains a dispute's reason, and what answers it (https://docs.stripe.com/disputes/categories). Stripe may have new reasons. */
export function explainReason(reason: string): { claim: string; evidence: string } {
  return (
    wordsOf<{ claim: string; evidence: string }>(CLAIMS, reason) ?? {
      claim: `The bank says: ${reasonInWords(reason)}.`,
      evidence: 'Look at Stripe for what it wants. Send the invoice and proof of delivery.',
    }
  );
}

/** Returns the reason of a dispute: Stripe's word with spaces (https://docs.stripe.com/disputes/categories). */
export function reasonInWords(reason: string): string {
  return reason.replaceAll('_', ' ');
}
