import { type Device, describeDevice } from '../accounts/devices.ts';
import type { Role } from '../accounts/schema.ts';
import type { SkippedRule } from '../companies/limits.ts';
import { formatDay } from '../kernel/days.ts';
import { countOf, formatCents, formatCount, formatPrice } from '../kernel/money.ts';
import { orCode, wordsOf } from '../kernel/words-of.ts';
import { explainDispute, explainRefusal, refundReason } from '../payments/words.ts';
import { changeInWords } from '../products/change-words.ts';
import type { Section } from '../settings/schema.ts';
import type { DetailChange, EventFacts, EventKind } from './schema.ts';

/** The text of each kind. Buyers read it as well, in the history of their orders. */
const WHAT: Record<EventKind, string> = {
  user_promoted: 'Made an admin',
  user_made_staff: 'Made staff',
  user_demoted: 'Role removed',
  user_blocked: 'Kept from ordering',
  user_unblocked: 'May order again',
  user_removed: 'User removed',
  address_proven: 'Email address confirmed',
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sessions_ended: 'Signed out from My Profile',
  password_changed: 'Password changed',
  password_reset: 'Password reset',
  second_factor_added: 'Second factor set up',
  second_factor_proven: 'Second factor proven',
  second_factor_failed: 'Wrong code or passkey',
  second_factor_removed: 'Second factor removed',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  recovery_code_used: 'Recovery code used',
  recovery_codes_replaced: 'Recovery codes replaced',
  company_opened: 'Company opened',
  company_changed: 'Company changed',
  company_rules_changed: 'Rules of a company changed',
  budget_changed: 'Budget of a company changed',
  company_blocked: 'Company kept from ordering',
  company_unblocked: 'Company may order again',
  company_approved: 'Company approved',
  company_closed: 'Company closed',
  company_reopened: 'Company opened again',
  member_invited: 'Invited to a company',
  member_joined: 'Became a member of a company',
  member_changed: 'Roles or limits in a company changed',
  member_removed: 'No member of a company any more',
  part_numbers_changed: 'Part numbers of a company changed',
  settings_changed: 'Settings changed',
  review_hidden: 'Review hidden',
  review_restored: 'Review shown again',
  product_added: 'Product added',
  product_changed: 'Product changed',
  product_removed: 'Product removed from the catalog',
  stock_counted: 'Stock counted',
  goods_received: 'Goods received',
  stock_damaged: 'Pieces damaged',
  stock_corrected: 'Stock corrected',
  price_list_added: 'Price list added',
  price_list_changed: 'Price list changed',
  price_list_change_undone: 'Change of a price list undone',
  price_lists_assigned: 'Price lists assigned',
  buyer_group_added: 'Group of buyers added',
  receipt_added: 'Goods expected',
  receipt_changed: 'Expected goods changed',
  receipt_removed: 'Expected goods canceled',
  promise_filled: 'Expected pieces have arrived',
  promise_lost: 'Pieces are neither in stock nor expected: the shop is looking into it',
  import_applied: 'Import applied',
  import_undone: 'Import undone',
  category_changed: 'Category added or changed',
  category_removed: 'Category removed',
  order_placed: 'Order placed, stock reserved',
  approval_asked: 'Waits for an approval',
  rules_skipped: 'Ordered beyond the company’s limits or without approval',
  approved: 'Approved',
  sent_back: 'Sent back to the buyer',
  order_deleted: 'Order deleted',
  quantity_changed: 'Quantity changed',
  order_paid: 'Paid',
  order_refunded: 'Refunded',
  hold_ended: 'Hold ended, stock released',
  stock_retaken: 'Stock reserved again',
  shipped: 'Shipped',
  shipment_changed: 'Tracking corrected',
  shipment_cancelled: 'Shipment canceled: it has not left',
  return_asked: 'Return asked for',
  return_answered: 'Return answered',
  return_withdrawn: 'Return withdrawn',
  pieces_returned: 'Pieces came back',
  refund_declined: 'No refund for what came back',
  pieces_cancelled: 'Pieces canceled',
  ship_to_changed: 'Address changed',
  details_changed: 'Details changed',
  cancel_asked: 'Buyer asks to cancel',
  cancel_refused: 'Not canceled',
  note_added: 'Note',
  buyer_told: 'Message to the buyer',
  payment_begun: 'Payment begun',
  payment_declined: 'Card declined',
  payment_canceled: 'Payment canceled',
  payment_unknown: 'Paid for an order that is not here, or was another',
  refund_due: 'Refund due',
  refund_failed: 'Refund failed, it is tried again',
  refund_refused: 'Refund stopped: the shop is looking into it',
  refund_withdrawn: 'Refund withdrawn: the order stays paid',
  pieces_refunded: 'Pieces refunded',
  payment_part_refunded: 'Refunded in part',
  payment_part_returned: 'Part of a refund was sent back by the bank',
  payment_refunded: 'Payment refunded',
  dispute_changed: 'Payment dispute: news from the bank',
};

type Why = { [K in keyof EventFacts]: (facts: EventFacts[K], note?: string) => string | undefined };

/** Details of an entry, from its facts and a person's reason. */
const WHY: Why = {
  user_promoted: toPromotion,
  user_made_staff: toPromotion,
  user_demoted: ({ was }) => orCode(WAS, was),
  address_proven: ({ by }) => orCode(PROVEN, by),
  signed_in: (facts) => `${orCode(SIGNED_IN, facts.with)}, ${describeDevice(facts.device)}`,
  sign_in_failed: ({ device }) =>
    device ? `Wrong password, ${describeDevice(device)}` : 'No account has the email address',
  sessions_ended: ({ ended, device }) =>
    `${ended === 'all' ? 'All sessions' : 'One session'}, from ${describeDevice(device)}`,
  password_changed: () => 'All other sessions ended',
  password_reset: () => 'By a link in a mail; all sessions ended',
  second_factor_added: ({ device }) => `All other sessions ended, from ${describeDevice(device)}`,
  second_factor_proven: ({ device, passkey }) =>
    passkey === undefined ? fromDevice({ device }) : `By ${passkey}, from ${describeDevice(device)}`,
  second_factor_failed: fromDevice,
  second_factor_removed: ({ why }) =>
    why && 'It was set up before the owner of the email address confirmed it',
  passkey_added: ({ name, device, isFirst }) =>
    `${name}, from ${describeDevice(device)}${isFirst ? '; all other sessions ended' : ''}`,
  passkey_removed: ({ name, device }) => `${name}, from ${describeDevice(device)}`,
  recovery_code_used: ({ left, device }) => `${formatCount(left)} left, from ${describeDevice(device)}`,
  company_opened: ({ company }) => company,
  company_changed: ({ company, to, zones }) =>
    `${company}${to === undefined ? '' : ` → ${to}`}${zones ? `: time zone ${zones.from} → ${zones.to}` : ''}`,
  company_rules_changed: ({ company }) => company,
  budget_changed: ({ company, budget, limitCents }) =>
    `${company}: ${budget}, ${limitCents === null ? 'removed' : formatCents(limitCents)}`,
  company_blocked: ({ company }, note) => withNote(company, note),
  company_unblocked: ({ company }, note) => withNote(company, note),
  company_approved: ({ company }) => company,
  company_closed: ({ company }, note) => withNote(company, note),
  company_reopened: ({ company }, note) => withNote(company, note),
  member_invited: asMember,
  member_joined: (facts) =>
    facts.invited === undefined ? asMember(facts) : `${asMember(facts)}; ${facts.invited} was invited`,
  member_changed: (facts) => [asMember(facts), ...limitWords(facts), ...skipWords(facts)].join(', '),
  member_removed: ({ company }) => company,
  part_numbers_changed: ({ company, parts }) => `${company}: ${countOf(parts, 'part')}`,
  settings_changed: ({ section, isStandard, changes }) => {
    const told = changes.map(({ field, from, to }) => `${field} ${from || 'none'} → ${to || 'none'}`);
    const what = `${orCode(SECTION_WORDS, section)}${isStandard ? ', back to the default' : ''}`;
    return [what, ...(told.length > 0 ? [told.join(', ')] : [])].join(': ').slice(0, 500);
  },
  product_added: ({ name, price }) => `${name} at ${formatPrice(price)}`,
  product_changed: ({ changes }) => changes.map(changeInWords).join(', ').slice(0, 500),
  product_removed: ({ name }) => name,
  stock_counted: ({ counted, shelf, importId }, note) => {
    if (shelf === undefined) return `${formatCount(counted)} pcs, by an import`;
    const found = `${formatCount(counted)} pcs on the shelf, ${formatCount(shelf)} expected`;
    return importId === undefined ? withNote(found, note) : `${found}, by an import`;
  },
  goods_received: ({ pieces, dueOn, importId }, note) => {
    const came = `${formatCount(pieces)} pcs`;
    if (importId !== undefined) return `${came}, by an import`;
    return withNote(dueOn === undefined ? came : `${came}, expected on ${formatDay(dueOn)}`, note);
  },
  stock_damaged: ({ pieces }, note) => withNote(`${formatCount(pieces)} pcs`, note),
  stock_corrected: ({ pieces, importId }, note) => {
    const changed = `${pieces > 0 ? '+' : '−'}${formatCount(Math.abs(pieces))} pcs`;
    return importId === undefined ? withNote(changed, note) : `${changed}, not in the file of an import`;
  },
  price_list_added: ({ name, parts, minusPercent }) =>
    minusPercent === undefined ? `${name}: ${countOf(parts, 'part')}` : `${name}: ${minusPercent} % off`,
  price_list_changed: ({ name, priced, removed, minusPercent, valid }) =>
    [
      name,
      priced > 0 && `${countOf(priced, 'part')} priced`,
      removed > 0 && `${countOf(removed, 'part')} removed`,
      minusPercent !== undefined && `${minusPercent} % off`,
      valid && `valid ${valid.from || 'always'} – ${valid.to || 'open'}`,
    ]
      .filter(Boolean)
      .join(', '),
  price_list_change_undone: ({ name, restored, left, minusPercent }) =>
    [
      name,
      minusPercent === undefined ? `${countOf(restored, 'part')} restored` : `${minusPercent} % off`,
      left > 0 && `${countOf(left, 'part')} left`,
    ]
      .filter(Boolean)
      .join(', '),
  price_lists_assigned: ({ name, lists, group }) =>
    [`${name}: ${lists.join(', ') || 'none'}`, group && `group ${group}`]
      .filter(Boolean)
      .join(', ')
      .slice(0, 500),
  buyer_group_added: ({ name }) => name,
  receipt_added: toExpected,
  receipt_changed: ({ from, to }) => `${toExpected(from)} → ${toExpected(to)}`,
  receipt_removed: toExpected,
  promise_filled: toExpected,
  promise_lost: ({ pieces }) =>
    `${formatCount(pieces)} pcs of a refund that did not stand. Refund them again.`,
  order_placed: ({ expectedOn, pieces, for: buyer }) =>
    [buyer && `By the shop for ${buyer}`, expectedOn && toPromised(expectedOn, pieces)]
      .filter(Boolean)
      .join('. ') || undefined,
  hold_ended: ({ promised }) =>
    promised === undefined ? undefined : `${countPieces(promised)} of expected goods are no longer promised`,
  stock_retaken: ({ promised }) =>
    promised === undefined ? undefined : `${countPieces(promised)} promised from expected goods again`,
  import_applied: ({ name = 'Rows', added, changed, left }) =>
    `${name}: ${formatCount(added)} added, ${formatCount(changed)} changed, ${formatCount(left)} left`,
  import_undone: ({ name = 'Rows', restored, kept }) =>
    `${name}: ${formatCount(restored)} restored, ${formatCount(kept)} left`,
  category_changed: ({ slug, name }) => `${name} (${slug})`,
  category_removed: ({ slug, name }) => `${name} (${slug})`,
  quantity_changed: ({ from, to }) => `${formatCount(from)} → ${formatCount(to)} pcs`,
  order_paid: ofPayment,
  order_refunded: ({ cause, lastCents }, note) => {
    const reason = refundReason(note, cause);
    return lastCents === undefined ? reason : `${asSentence(reason)} The last ${formatCents(lastCents)}.`;
  },
  shipped: ({ lines, pieces, carrier, tracking }) =>
    [ofLines(lines, pieces), carrier, tracking].filter(Boolean).join(', '),
  shipment_changed: ({ from, to }) => `${from || 'None'} → ${to || 'none'}`,
  shipment_cancelled: ({ lines, pieces }, note) => withNote(ofLines(lines, pieces), note),
  return_asked: ({ lines, pieces }) => ofLines(lines, pieces),
  return_answered: ({ answer }, note) =>
    note === undefined ? orCode(ANSWERED, answer) : `${orCode(ANSWERED, answer)}. ${asSentence(note)}`,
  return_withdrawn: ({ pieces }) => `${formatCount(pieces)} pcs`,
  pieces_returned: ({ pieces, condition }) => `${formatCount(pieces)} pcs: ${condition}`,
  refund_declined: ({ pieces }, note) => withNote(`${formatCount(pieces)} pcs`, note),
  pieces_cancelled: ({ pieces }) => `${formatCount(pieces)} pcs`,
  ship_to_changed: ({ before }) => `Before: ${before.replaceAll('\n', ', ')}`,
  details_changed: ({ changes }) => changes.map(toDetailChange).join('; '),
  rules_skipped: ({ skipped }) =>
    `An admin of the company lets its member order ${skipped.map((one) => orCode(SKIPPED, one)).join(', ')}`,
  payment_begun: ofPayment,
  payment_declined: ofPayment,
  payment_canceled: ofPayment,
  payment_unknown: (facts) =>
    facts.cause === undefined
      ? `${formatCents(facts.cents)}. The shop was restored from a backup of before. Refund it in Stripe’s dashboard, or enter the order anew. ${ofPayment(facts)}`
      : `${formatCents(facts.cents)}. ${refundReason(undefined, facts.cause)} The shop was restored from a backup of before, so that may have been otherwise: the payment is not refunded by itself. Refund it in Stripe’s dashboard, or enter the order anew. ${ofPayment(facts)}`,
  refund_due: whyRefunded,
  pieces_refunded: (facts, note = '') =>
    `${asSentence(note)} ${formatCount(facts.pieces)} pcs, ${formatCents(facts.cents)}. ${ofPayment(facts)}`,
  payment_refunded: whyRefunded,
  refund_failed: refused,
  refund_refused: refused,
  refund_withdrawn: (facts, note = '') =>
    `${asSentence(note)} ${formatCents(facts.cents)} stay paid. ${ofPayment(facts)}`,
  payment_part_refunded: refundedInPart,
  payment_part_returned: refundedInPart,
  dispute_changed: (facts) => {
    const taken = facts.withdrawnCents > 0 ? ` ${formatCents(facts.withdrawnCents)} are with the bank.` : '';
    const disputed = `${explainDispute(facts.dispute).what} Disputed: ${formatCents(facts.amountCents)}.`;
    return `${disputed}${taken} ${ofPayment(facts)}`;
  },
};

/** 'Acme: buyer, approver' */
function asMember({ company, roles }: { company: string; roles: string[] }): string {
  return `${company}: ${roles.join(', ')}`;
}

/** 'at once: $500.00', 'a month: no limit': the limits of a member that were set. */
function limitWords({
  perPurchaseCents: once,
  perMonthCents: month,
}: EventFacts['member_changed']): string[] {
  const told = Object.entries({ 'at once': once, 'a month': month });
  return told.flatMap(([of, cents]) =>
    cents === undefined ? [] : [`${of}: ${cents === null ? 'no limit' : formatCents(cents)}`],
  );
}

const skipWords = ({ skipsRules }: EventFacts['member_changed']) =>
  skipsRules === undefined ? [] : [skipsRules ? 'may skip limits and approvals' : 'may skip nothing'];

const SKIPPED: Record<SkippedRule, string> = {
  per_purchase: 'above the limit per order',
  per_month: 'above the limit per month',
  budget: 'above a budget',
  approval: 'without the approval that its rules ask for',
};

function toPromotion({ by, unproven }: EventFacts['user_promoted']): string | undefined {
  return (
    [by && orCode(PROMOTED, by), unproven && 'email address not confirmed'].filter(Boolean).join(', ') ||
    undefined
  );
}

function fromDevice({ device }: { device: Device }): string {
  return `From ${describeDevice(device)}`;
}

const WAS: Record<Role, string> = { admin: 'Was an admin', staff: 'Was staff', customer: 'Was a customer' };

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

const DETAILS: Record<DetailChange['field'], string> = {
  poNumber: 'PO number',
  costCentre: 'Cost center',
  deliveryWish: 'Delivery instructions',
  note: 'Order notes',
  billTo: 'Invoice to',
};

/** A change of what a buyer has written: 'PO number: PO-1 → PO-2'. */
export const toDetailChange = ({ field, from, to }: DetailChange): string =>
  `${DETAILS[field]}: ${from || 'none'} → ${to || 'none'}`;

const ANSWERED: Record<EventFacts['return_answered']['answer'], string> = {
  accepted: 'Accepted',
  declined: 'Declined',
  closed: 'Closed: nothing more is expected of it',
};

const SECTION_WORDS: Record<Section, string> = {
  shop: 'Shop and company',
  mail: 'Mail sender',
  orders: 'Orders and days',
  companies: 'Companies',
  home: 'Home page',
  portfolio: 'Portfolio',
  blog: 'Blog',
};

/** '3 lines, 1,200 pcs' */
function ofLines(lines: number, pieces: number): string {
  return `${countOf(lines, 'line')}, ${formatCount(pieces)} pcs`;
}

function ofPayment({ intentId }: { intentId: string }): string {
  return `Payment ${intentId}`;
}

/** '400 pieces promised from goods expected on Mar 3, 2027' */
function toPromised(expectedOn: string, pieces: number | undefined): string {
  const what = pieces === undefined ? 'Pieces' : countPieces(pieces);
  return `${what} promised from goods expected on ${formatDay(expectedOn)}`;
}

const countPieces = (pieces: number) => countOf(pieces, 'piece');

/** '12 pcs: fell from the rack' */
function withNote(text: string, note: string | undefined): string {
  return note === undefined ? text : `${text}: ${note}`;
}

/** '400 pcs on Mar 3, 2027' */
function toExpected({ pieces, dueOn }: { pieces: number; dueOn: string }): string {
  return `${formatCount(pieces)} pcs on ${formatDay(dueOn)}`;
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

/** The text of kinds whose pieces were not in stock. */
const OF_EXPECTED: Partial<Record<EventKind, string>> = {
  order_placed: 'Order placed',
  hold_ended: 'Hold ended',
  stock_retaken: 'Held again',
};

/** Returns the text of a kind; an unknown kind of a later version is returned unchanged. */
export function whatHappened(kind: string, facts?: Record<string, unknown> | null): string {
  const isOfExpected = facts?.expectedOn !== undefined || facts?.promised !== undefined;
  return (isOfExpected && wordsOf(OF_EXPECTED, kind)) || orCode(WHAT, kind);
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
