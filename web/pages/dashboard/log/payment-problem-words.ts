/** What a kind of failure is, and what an admin can do about it; without that it passes by itself. */
interface Words {
  what: string;
  todo?: string;
}

const WORDS: Record<string, Words> = {
  unreachable: { what: 'Stripe could not be reached' },
  timeout: { what: 'Stripe did not answer in time' },
  trouble: { what: 'Stripe had trouble of its own' },
  rate_limited: { what: 'Stripe was asked too often' },
  in_use: { what: 'Stripe was doing the same already' },
  too_many: { what: 'too many calls were waiting for Stripe' },
  key_refused: {
    what: 'Stripe refuses the secret key',
    todo: 'Nobody can pay. Set STRIPE_SECRET_KEY to a key of the account that is valid, and start the shop again.',
  },
  not_permitted: {
    what: 'the secret key may not do this',
    todo: 'Give the restricted key write access to PaymentIntents and Refunds and read access to Charges, at Stripe.',
  },
  refused: {
    what: 'Stripe refuses what the shop asked',
    todo: 'What Stripe said tells why. The same request will be refused again.',
  },
};

/** Said of a problem that nobody has to do anything about. */
export const PASSES = 'Passes by itself: the shop tries again, and so can buyers.';

export function wordsFor(kind: string): Words {
  return WORDS[kind] ?? { what: kind };
}

const OPERATIONS: Record<string, string> = {
  createIntent: 'Begin a payment',
  getIntent: 'Look at a payment',
  cancelIntent: 'Cancel a payment',
  refund: 'Refund',
  getRefundFailure: 'Look at a refund',
  listRefunded: 'Look for refunds',
  getDispute: 'Look at a dispute',
  listDisputes: 'Look for disputes',
};

/** A call at the payment provider, in words. */
export function nameOperation(operation: string): string {
  return OPERATIONS[operation] ?? operation;
}
