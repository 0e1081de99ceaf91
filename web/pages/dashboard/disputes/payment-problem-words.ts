import {
  type FailureKind,
  type LastingFailure,
  type ProviderCall,
  passesByItself,
} from '#contract/payments/schema.ts';

const PASSES = 'Resolves itself: the shop tries again, and so can buyers.';
const SAID = 'What Stripe said tells why.';

/** What each kind of failure is. */
const WHAT: Record<FailureKind, string> = {
  unreachable: 'Stripe could not be reached',
  timeout: 'Stripe did not answer in time',
  trouble: 'Stripe had trouble of its own',
  rate_limited: 'Stripe was asked too often',
  in_use: 'Stripe was doing the same already',
  too_many: 'too many calls were waiting for Stripe',
  key_refused: 'Stripe refuses the secret key',
  not_permitted: 'the secret key may not do this',
  refused: 'Stripe refuses what the shop asked',
};

/** What an admin can do about failures that last. */
const TODO: Record<LastingFailure, string> = {
  key_refused:
    'Nobody can pay. Set STRIPE_SECRET_KEY to a key of the account that is valid, and start the shop again.',
  not_permitted:
    'Give the restricted key this right at Stripe. docs/going-live.md lists all the rights that the shop needs.',
  refused: `${SAID} The same request will be refused again.`,
};

const CALLS: Record<ProviderCall, string> = {
  createIntent: 'Begin a payment',
  getIntent: 'Look at a payment',
  cancelIntent: 'Cancel a payment',
  refund: 'Refund',
  getRefunds: 'Look at the refunds of a payment',
  listRefunded: 'Look for refunds',
  getDispute: 'Look at a dispute',
  listDisputes: 'Look for disputes',
  listPaid: 'Look for payments after a restore',
};

/** Returns which call failed how, and what to do. Codes of a later version appear as they are. */
export function explainProblem(operation: string, kind: string): { what: string; todo: string } {
  const call = (CALLS as Partial<Record<string, string>>)[operation] ?? operation;
  const what = (WHAT as Partial<Record<string, string>>)[kind] ?? kind;
  return { what: `${call}: ${what}`, todo: todoOf(kind) };
}

function todoOf(kind: string): string {
  if (passesByItself(kind)) return PASSES;
  return (TODO as Partial<Record<string, string>>)[kind] ?? SAID;
}
