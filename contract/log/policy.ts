import { adminsOnly, staffOnly } from '../kernel/reach.ts';
import type { EventKind } from './schema.ts';

export const logPolicy = {
  /** Of goods. */
  'log.read': staffOnly,
  /** Also of people, of payments, and why the bank refuses money. */
  'log.readAll': adminsOnly,
};

/** Readers of entries; each also reads what those before them may. A buyer reads the histories of their own purchases. */
const READERS = ['buyer', 'staff', 'admin'] as const;
export type EventReader = (typeof READERS)[number];

/** The first reader of an entry in the log of the shop, of the same entry in a purchase's history, and of its reasons. */
type Readers = Record<'log' | 'history' | 'why', EventReader>;

const GOODS: Readers = { log: 'staff', history: 'buyer', why: 'buyer' };
/** What staff have to do, of which buyers need no reasons. */
const WORK: Readers = { log: 'staff', history: 'buyer', why: 'staff' };
/** What staff write for each other. */
const NOTES: Readers = { log: 'staff', history: 'staff', why: 'staff' };
const PAYMENTS: Readers = { log: 'admin', history: 'buyer', why: 'buyer' };
/** Their reasons tell of the shop's account at the provider, and of what it does with its bank. */
const BANK: Readers = { log: 'admin', history: 'buyer', why: 'admin' };
const PEOPLE: Readers = { log: 'admin', history: 'admin', why: 'admin' };

const READERS_OF: Record<EventKind, Readers> = {
  price_list_added: PEOPLE,
  price_list_changed: PEOPLE,
  price_list_change_undone: PEOPLE,
  price_lists_assigned: PEOPLE,
  buyer_group_added: PEOPLE,
  user_promoted: PEOPLE,
  user_made_staff: PEOPLE,
  user_demoted: PEOPLE,
  user_blocked: PEOPLE,
  user_unblocked: PEOPLE,
  user_removed: PEOPLE,
  address_proven: PEOPLE,
  signed_in: PEOPLE,
  sign_in_failed: PEOPLE,
  sessions_ended: PEOPLE,
  password_changed: PEOPLE,
  password_reset: PEOPLE,
  second_factor_added: PEOPLE,
  second_factor_proven: PEOPLE,
  second_factor_failed: PEOPLE,
  second_factor_removed: PEOPLE,
  passkey_added: PEOPLE,
  passkey_removed: PEOPLE,
  recovery_code_used: PEOPLE,
  recovery_codes_replaced: PEOPLE,
  company_opened: PEOPLE,
  company_changed: PEOPLE,
  company_rules_changed: PEOPLE,
  budget_changed: PEOPLE,
  company_blocked: PEOPLE,
  company_unblocked: PEOPLE,
  company_approved: PEOPLE,
  company_closed: PEOPLE,
  company_reopened: PEOPLE,
  member_invited: PEOPLE,
  member_joined: PEOPLE,
  member_changed: PEOPLE,
  member_removed: PEOPLE,
  part_numbers_changed: PEOPLE,
  settings_changed: PEOPLE,
  review_hidden: PEOPLE,
  review_restored: PEOPLE,
  product_added: GOODS,
  product_changed: GOODS,
  product_removed: GOODS,
  stock_counted: GOODS,
  goods_received: GOODS,
  stock_damaged: GOODS,
  stock_corrected: GOODS,
  receipt_added: GOODS,
  receipt_changed: GOODS,
  receipt_removed: GOODS,
  promise_filled: GOODS,
  promise_lost: WORK,
  import_applied: GOODS,
  import_undone: GOODS,
  category_changed: GOODS,
  category_removed: GOODS,
  order_placed: GOODS,
  approval_asked: GOODS,
  rules_skipped: GOODS,
  approved: GOODS,
  sent_back: GOODS,
  order_deleted: GOODS,
  quantity_changed: GOODS,
  // These name the payment, as the order does that staff read.
  order_paid: GOODS,
  order_refunded: GOODS,
  pieces_refunded: GOODS,
  hold_ended: GOODS,
  shipped: GOODS,
  shipment_changed: GOODS,
  shipment_cancelled: GOODS,
  return_asked: GOODS,
  return_answered: GOODS,
  return_withdrawn: GOODS,
  pieces_returned: GOODS,
  refund_declined: GOODS,
  pieces_cancelled: GOODS,
  ship_to_changed: GOODS,
  details_changed: GOODS,
  cancel_asked: GOODS,
  cancel_refused: GOODS,
  note_added: NOTES,
  buyer_told: GOODS,
  payment_begun: PAYMENTS,
  payment_declined: PAYMENTS,
  payment_canceled: PAYMENTS,
  payment_unknown: PEOPLE,
  stock_retaken: GOODS,
  refund_due: PAYMENTS,
  refund_failed: BANK,
  refund_refused: BANK,
  refund_withdrawn: PAYMENTS,
  payment_part_refunded: PAYMENTS,
  payment_part_returned: PAYMENTS,
  payment_refunded: PAYMENTS,
  dispute_changed: BANK,
};

/** Returns what somebody is to the log, as their role allows. */
export function eventReader(can: (action: keyof typeof logPolicy) => boolean): EventReader {
  if (can('log.readAll')) return 'admin';
  return can('log.read') ? 'staff' : 'buyer';
}

/**
 * Returns whether a reader may see entries of a kind in the log or in a history, or their reasons. Entries of a version after this
 * one are for admins.
 */
export function mayRead(reader: EventReader, what: keyof Readers, kind: string): boolean {
  const first = Object.hasOwn(READERS_OF, kind) ? READERS_OF[kind as EventKind][what] : 'admin';
  return READERS.indexOf(reader) >= READERS.indexOf(first);
}
