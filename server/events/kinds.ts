import { EVENT_GROUPS, type EventGroup, type EventKind } from '#contract/events.ts';

/** Where the log shows each kind. */
const GROUPS: Record<EventKind, readonly Exclude<EventGroup, 'reconciliation'>[]> = {
  user_promoted: ['people'],
  user_demoted: ['people'],
  user_removed: ['people'],
  address_proven: ['people'],
  signed_in: ['people'],
  sign_in_failed: ['people'],
  sessions_ended: ['people'],
  password_changed: ['people'],
  password_reset: ['people'],
  product_added: ['stock'],
  product_changed: ['stock'],
  product_removed: ['stock'],
  order_placed: ['orders', 'stock'],
  order_deleted: ['orders', 'stock'],
  order_paid: ['orders', 'payments'],
  order_refunded: ['orders', 'payments', 'stock'],
  hold_ended: ['orders', 'stock'],
  stock_retaken: ['orders', 'stock'],
  payment_begun: ['payments'],
  payment_canceled: ['payments'],
  refund_due: ['payments'],
  pieces_refunded: ['orders', 'payments'],
  refund_failed: ['payments'],
  refund_refused: ['payments'],
  payment_part_refunded: ['payments'],
  payment_part_returned: ['payments'],
  payment_refunded: ['payments'],
  dispute_changed: ['payments'],
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

/** Whether a word names a group rather than a kind. */
export function isGroup(word: string): word is EventGroup {
  return (EVENT_GROUPS as readonly string[]).includes(word);
}

/** The kinds of a group. */
export function kindsIn(group: EventGroup): string[] {
  return Object.entries(GROUPS)
    .filter(([, groups]) => (groups as readonly string[]).includes(group))
    .map(([kind]) => kind);
}
