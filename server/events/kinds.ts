import { EVENT_GROUPS, type EventGroup, type EventKind } from '#contract/events.ts';

interface Meaning {
  /** What happened, in words for buyers, too: they read it in the history of their orders. */
  what: string;
  /** Where the log shows it. */
  groups: readonly Exclude<EventGroup, 'reconciliation'>[];
}

/** What each kind of event means. A kind without words does not compile. */
const MEANINGS: Record<EventKind, Meaning> = {
  user_promoted: { what: 'Made an admin', groups: ['people'] },
  user_demoted: { what: 'Admin role taken away', groups: ['people'] },
  user_removed: { what: 'User removed', groups: ['people'] },
  address_proven: { what: 'Address proven', groups: ['people'] },
  signed_in: { what: 'Signed in', groups: ['people'] },
  sign_in_failed: { what: 'Sign-in failed', groups: ['people'] },
  sessions_ended: { what: 'Signed out from My Profile', groups: ['people'] },
  password_changed: { what: 'Password changed', groups: ['people'] },
  password_reset: { what: 'Password reset', groups: ['people'] },
  product_added: { what: 'Product added', groups: ['stock'] },
  product_changed: { what: 'Product changed', groups: ['stock'] },
  product_removed: { what: 'Product taken out of the catalogue', groups: ['stock'] },
  order_placed: { what: 'Order placed, stock reserved', groups: ['orders', 'stock'] },
  order_deleted: { what: 'Order deleted', groups: ['orders', 'stock'] },
  order_paid: { what: 'Paid', groups: ['orders', 'payments'] },
  order_refunded: { what: 'Refunded', groups: ['orders', 'payments', 'stock'] },
  hold_ended: { what: 'Hold ended, stock released', groups: ['orders', 'stock'] },
  stock_retaken: { what: 'Stock reserved again', groups: ['orders', 'stock'] },
  payment_begun: { what: 'Payment begun', groups: ['payments'] },
  payment_canceled: { what: 'Payment cancelled', groups: ['payments'] },
  refund_due: { what: 'Money is being given back', groups: ['payments'] },
  refund_failed: { what: 'Giving the money back failed, it is tried again', groups: ['payments'] },
  refund_refused: { what: 'Refund stopped: the shop is looking into it', groups: ['payments'] },
  payment_part_refunded: { what: 'Refunded in part', groups: ['payments'] },
  payment_part_returned: { what: 'Part of a refund was sent back by the bank', groups: ['payments'] },
  payment_refunded: { what: 'Money given back', groups: ['payments'] },
  dispute_changed: { what: 'Payment dispute: news from the bank', groups: ['payments'] },
};

/** Kinds that tell of reconciliation's work when neither a buyer nor an admin has done them. */
export const RECONCILIATION_KINDS: readonly EventKind[] = [
  'payment_canceled',
  'refund_due',
  'refund_failed',
  'refund_refused',
  'payment_part_refunded',
  'payment_part_returned',
  'payment_refunded',
  'order_refunded',
  'dispute_changed',
];

/** A kind in words. */
export function wordsFor(kind: string): string {
  return (MEANINGS as Partial<Record<string, Meaning>>)[kind]?.what ?? kind;
}

/** Whether a word names a group rather than a kind. */
export function isGroup(word: string): word is EventGroup {
  return (EVENT_GROUPS as readonly string[]).includes(word);
}

/** The kinds of a group. */
export function kindsIn(group: EventGroup): string[] {
  return Object.entries(MEANINGS)
    .filter(([, { groups }]) => (groups as readonly string[]).includes(group))
    .map(([kind]) => kind);
}
