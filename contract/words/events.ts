import { describeDevice } from '../devices.ts';
import type { EventFacts, EventKind, FieldChange } from '../events.ts';
import { formatCents, formatCount, formatPrice } from '../money.ts';
import type { PriceBreak } from '../price.ts';
import { explainDispute, explainRefusal, refundReason } from './payments.ts';
import { wordsOf } from './words-of.ts';

/** The text of each kind. Buyers read it as well, in the history of their orders. */
const WHAT: Record<EventKind, string> = {
  user_promoted: 'Made an admin',
  user_demoted: 'Admin role taken away',
  user_removed: 'User removed',
  address_proven: 'Address proven',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sessions_ended: 'Signed out from My Profile',
  password_changed: 'Password changed',
  password_reset: 'Password reset',
  product_added: 'Product added',
  product_changed: 'Product changed',
  product_removed: 'Product taken out of the catalogue',
  category_changed: 'Category added or changed',
  category_removed: 'Category removed',
  order_placed: 'Order placed, stock reserved',
  order_deleted: 'Order deleted',
  order_paid: 'Paid',
  order_refunded: 'Refunded',
  hold_ended: 'Hold ended, stock released',
  stock_retaken: 'Stock reserved again',
  payment_begun: 'Payment begun',
  payment_canceled: 'Payment cancelled',
  refund_due: 'Refund due',
  refund_failed: 'Refund failed, it is tried again',
  refund_refused: 'Refund stopped: the shop is looking into it',
  pieces_refunded: 'Pieces refunded',
  payment_part_refunded: 'Refunded in part',
  payment_part_returned: 'Part of a refund was sent back by the bank',
  payment_refunded: 'Payment refunded',
  dispute_changed: 'Payment dispute: news from the bank',
};

type Why = { [K in keyof EventFacts]: (facts: EventFacts[K], note?: string) => string | undefined };

/** Details of an entry, from its facts and a person's reason. */
const WHY: Why = {
  user_promoted: ({ by, unproven }) =>
    [by && orCode(PROMOTED, by), unproven && 'address not proven'].filter(Boolean).join(', ') || undefined,
  address_proven: ({ by }) => orCode(PROVEN, by),
  signed_in: (facts) => `${orCode(SIGNED_IN, facts.with)}, ${describeDevice(facts.device)}`,
  sign_in_failed: ({ device }) =>
    device ? `Wrong password, ${describeDevice(device)}` : 'No account has the address',
  sessions_ended: ({ ended, device }) =>
    `${ended === 'all' ? 'All sessions' : 'One session'}, from ${describeDevice(device)}`,
  password_changed: () => 'All other sessions ended',
  password_reset: () => 'By a link in a mail; all sessions ended',
  product_added: ({ name, price }) => `${name} at ${formatPrice(price)}`,
  product_changed: ({ changes }) => changes.map(toChange).join(', ').slice(0, 500),
  product_removed: ({ name }) => name,
  category_changed: ({ slug, name }) => `${name} (${slug})`,
  category_removed: ({ slug, name }) => `${name} (${slug})`,
  order_paid: ofPayment,
  order_refunded: ({ cause }, note) => refundReason(note, cause),
  payment_begun: ofPayment,
  payment_canceled: ofPayment,
  refund_due: whyRefunded,
  pieces_refunded: (facts, note = '') =>
    `${asSentence(note)} ${formatCount(facts.pieces)} pcs, ${formatCents(facts.cents)}. ${ofPayment(facts)}`,
  payment_refunded: whyRefunded,
  refund_failed: refused,
  refund_refused: refused,
  payment_part_refunded: refundedInPart,
  payment_part_returned: refundedInPart,
  dispute_changed: (facts) => {
    const taken = facts.withdrawnCents > 0 ? ` ${formatCents(facts.withdrawnCents)} are with the bank.` : '';
    const disputed = `${explainDispute(facts.dispute).what} Disputed: ${formatCents(facts.amountCents)}.`;
    return `${disputed}${taken} ${ofPayment(facts)}`;
  },
};

const PROMOTED: Record<NonNullable<EventFacts['user_promoted']['by']>, string> = {
  command: 'By npm run admin',
  admin_email: 'Named by ADMIN_EMAIL and proven by Google',
};

const PROVEN: Record<EventFacts['address_proven']['by'], string> = {
  link: 'By a link in a mail',
  reset_link: 'By the link that reset the password',
  google: 'Proven by Google; the password set before and its sessions ended',
};

const SIGNED_IN: Record<EventFacts['signed_in']['with'], string> = {
  password: 'With a password',
  new_password: 'New account with a password',
  google: 'With Google',
};

const FIELDS: Record<FieldChange['field'], string> = {
  name: 'name',
  image: 'picture',
  shortDetails: 'details',
  minOrder: 'minimum',
  available: 'available',
  price: 'price',
  multiple: 'multiple',
  priceBreaks: 'price breaks',
  sku: 'SKU',
  maker: 'maker',
  mpn: "maker's number",
  category: 'category',
  attributes: 'attributes',
  package: 'package',
  leadDays: 'lead time',
  lifecycle: 'lifecycle',
  weightGrams: 'weight',
  moreImages: 'more pictures',
};

/** 'price $12.00 → $13.00' */
function toChange({ field, from, to }: FieldChange): string {
  const inWords = (value: unknown) =>
    field === 'price'
      ? formatPrice(Number(value))
      : field === 'priceBreaks'
        ? toBreaks(value)
        : toText(value);
  return `${orCode(FIELDS, field)} ${inWords(from)} → ${inWords(to)}`;
}

/** '$3.70 from 1,000' */
function toBreaks(value: unknown): string {
  if (!Array.isArray(value)) return String(value);
  const breaks = value as PriceBreak[];
  return (
    breaks.map(({ from, price }) => `${formatPrice(price)} from ${formatCount(from)}`).join(', ') || 'none'
  );
}

/** A text, a number, a list of them, or values by their names: 'cores 8, socket LGA'. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value !== 'object') return String(value);
  const parts = Array.isArray(value)
    ? value.map(String)
    : Object.entries(value).map((pair) => pair.join(' '));
  return parts.join(', ') || 'none';
}

function ofPayment({ intentId }: { intentId: string }): string {
  return `Payment ${intentId}`;
}

/** Adds a full stop that a person's text may lack. */
function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The reason, the amount where it is not the whole rest, and the payment. */
function whyRefunded(facts: EventFacts['refund_due'], note?: string): string {
  const reason = refundReason(note, facts.cause);
  const { dueCents, amountCents = 0, insteadCents } = facts;
  const part = dueCents === undefined ? '' : ` ${formatCents(dueCents)} of ${formatCents(amountCents)}.`;
  const instead =
    insteadCents === undefined ? '' : ` In place of ${formatCents(insteadCents)} that had stopped.`;
  return `${asSentence(reason)}${part}${instead} ${ofPayment(facts)}`;
}

function refused(facts: EventFacts['refund_refused']): string {
  return `${explainRefusal(facts.refusal).what} ${ofPayment(facts)}`;
}

function refundedInPart(facts: EventFacts['payment_part_refunded']): string {
  const returned = facts.returnedCents === undefined ? '' : `${formatCents(facts.returnedCents)} came back. `;
  return `${returned}${formatCents(facts.refundedCents)} of ${formatCents(facts.amountCents)} refunded. ${ofPayment(facts)}`;
}

/** A later version may write codes that are unknown here. */
function orCode(words: Record<string, string>, code: string): string {
  return wordsOf(words, code) ?? code;
}

/** Returns the text of a kind; an unknown kind of a later version is returned unchanged. */
export function whatHappened(kind: string): string {
  return orCode(WHAT, kind);
}

/** Returns the details of an entry, from its facts and a person's reason; undefined without any. */
export function whyItHappened(kind: string, facts: unknown, note?: string): string | undefined {
  const why = wordsOf<(facts: never, note?: string) => string | undefined>(WHY, kind);
  if (!why) return note;
  try {
    return why(facts as never, note);
  } catch {
    // A later version may write other facts, and one such entry must not break the list.
    return note;
  }
}
