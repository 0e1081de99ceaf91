import { unprovenWords } from './kernel/allowance.ts';
import { formatDay } from './kernel/days.ts';
import { fieldWords } from './kernel/field-words.ts';
import { CARD_MINIMUM, countOf, formatCount, formatMoney, formatPrice } from './kernel/money.ts';
import type { ParamsOf, ProblemCode } from './kernel/problem.ts';
import { wordsOf } from './kernel/words-of.ts';
import { explainRefusal } from './payments/words.ts';

/** The English sentence of each problem (`detail`). The only place that has them. */
export type ProblemWords = { [C in ProblemCode]: (params: ParamsOf<C>) => string };

const unauthorized: Record<ParamsOf<'unauthorized'>['needs'], string> = {
  person: 'Sign in to continue.',
  monitor: 'Metrics are for monitors only.',
};

const forbidden: Record<ParamsOf<'forbidden'>['why'], string> = {
  admins_only: 'Only an admin may do this.',
  staff_only: 'Only staff and admins may do this.',
  own_orders_only: 'You may only see your own orders.',
  own_role_only: 'You may only ask about yourself.',
  right_missing: 'Your roles in this company do not allow it. Ask its admin.',
  own_purchase: 'You have placed or changed this order yourself. A colleague has to approve it.',
  not_approver: 'This order needs the approval of others in your company.',
  not_your_list:
    'This list is a colleague’s. Copy it to your lists, or ask them to share it for changes or to make this change.',
  other_account: 'This is not the email address you signed in with.',
  other_site: 'This request comes from another site, or without an Origin header.',
};

const secondFactor: Record<ParamsOf<'second_factor_needed'>['step'], string> = {
  prove: 'Confirm that it is you, by your second factor.',
  enrol: 'Your role needs a second factor. Set it up to continue.',
  sign_in: 'Sign out and in again, and set the second factor up within ten minutes.',
};

const notFound: Record<ParamsOf<'not_found'>['what'], string> = {
  address: 'This address was not found. It may have been removed.',
  file: 'This file was not found.',
  picture: 'This picture was not found. It may have been removed.',
  product: 'This product was not found. It may have been removed.',
  category: 'This category was not found. It may have been removed.',
  order: 'This order was not found. It may have been removed.',
  payment: 'This payment was not found. It may have been removed.',
  import: 'This import was not found. Imports are kept for 30 days at most.',
  ship_to: 'This address is not in your address book. It may have been deleted.',
  bill_to:
    'The address for the invoice is no billing address of the address book any more. Choose another one, or none.',
  receipt: 'This delivery was not found. It may have been canceled.',
  price_list: 'This price list was not found.',
  price_list_change: 'This change was not found. The last 10 changes of a list are kept.',
  buyer_group: 'This group of buyers was not found.',
  credit_note: 'This credit note was not found.',
  person: 'This person was not found. The account may have been removed.',
  return: 'This return was not found.',
  shipment: 'This shipment was not found.',
  passkey: 'You have no passkey. It may have been removed.',
  company: 'This company was not found, or you are no member of it.',
  buyer: 'This buyer was not found. The account may have been removed.',
  contact: 'This member was not found, or may not place orders. Choose another one.',
  budget: 'This budget was not found. It may have been removed.',
  invitation: 'This invitation was not found. Check that the link is complete.',
  list: 'This list was not found. It may have been deleted, or is not shared any more.',
};

const tooLarge: Record<ParamsOf<'too_large'>['what'], (megabytes?: number) => string> = {
  body: () => 'The body is too large.',
  lines: () =>
    'Your part numbers and designators of these lines are too long for one order. Shorten them, or place the lines in several orders.',
  picture: (megabytes) => `A picture is ${megabytes} MB at most.`,
  file: (megabytes) => `A file is ${megabytes} MB at most.`,
  unpacked: (megabytes) => `The workbook unpacks to more than ${megabytes} MB. Save its first sheet as CSV.`,
};

const brokenFile: Record<ParamsOf<'broken_file'>['why'], (row: number, found: string) => string> = {
  empty: () => 'The file is empty.',
  no_rows: () => 'The file has headers and no rows below them.',
  not_a_table: () => 'This is neither CSV nor XLSX. Save the table as one of them.',
  old_excel: () =>
    'This is a workbook of an old Excel, or one with a password. Save it as XLSX without a password.',
  broken_workbook: () => 'The workbook cannot be read. Open it, and save it again as XLSX or CSV.',
  open_quote: (row) => `A quote that opens in row ${formatCount(row)} is never closed. Correct that row.`,
  cell_error: (row) =>
    `A cell of row ${formatCount(row)} holds an error such as #N/A. Correct it in the spreadsheet and save it again.`,
  no_sku: (_, found) =>
    `No column holds the SKU. Name one sku, or say which one it is. The first row has: ${found}.`,
  same_header: (_, found) => `Two columns are headed ${found}. Rename or remove one of them.`,
  same_field: (_, found) => `Two columns stand for ${found}. Say which one is meant, or remove the other.`,
  broken_json: (row) =>
    row > 0
      ? `Row ${formatCount(row)} is no object of columns with texts, numbers, true, false or null.`
      : 'The body is to be JSON with a list of rows.',
  too_slow: () => 'It takes too long to read this file. Split it into several, or save it as CSV.',
  too_much: () => 'It takes too much memory to read this file. Split it into several, or save it as CSV.',
};

const IMPORT_WORDS: Record<string, string> = {
  reading: 'still being read',
  ready: 'not applied yet',
  failed: 'not readable',
  applying: 'being applied',
  applied: 'applied',
  undoing: 'being undone',
  undone: 'undone',
};

const tooMany: Record<ParamsOf<'too_many_requests'>['what'], string> = {
  requests: 'Too many requests.',
  signIn: 'Too many tries to sign in.',
  signUp: 'Too many new accounts.',
  resetPassword: 'Too many mails to reset a password.',
  password: 'Too many tries with a password.',
  exchange: 'Too many sign-ins.',
  secondFactor: 'Too many wrong codes.',
  order: 'Too many orders at once.',
  mail: 'Too many mails to others.',
  invitation: 'This address was invited many times.',
  review: 'Too many reviews.',
  upload: 'Too many uploads.',
  create: 'Too many requests.',
  change: 'Too many changes.',
  match: 'Too many lines at once.',
  wait: 'The list is open in too many windows.',
  document: 'Too many documents at once.',
};

function wait(seconds: number): string {
  if (seconds === 1) return 'Wait a second and try again.';
  if (seconds <= 90) return `Wait ${seconds} seconds and try again.`;
  return `Wait ${Math.ceil(seconds / 60)} minutes and try again.`;
}

const limitWords: Record<ParamsOf<'over_limit'>['limit'], (left: string, name: string) => string> = {
  per_purchase: (left) =>
    `Your limit per order is ${left}. Order less, or ask an admin of your company to raise it.`,
  per_month: (left) =>
    `${left} of your limit for this month are left. Order less, or ask an admin of your company to raise it.`,
  budget: (left, name) =>
    `${left} of the budget ${name} are left. Order less, or ask an admin of your company to raise it.`,
};

type ToldTo = NonNullable<ParamsOf<'company_closed'>['toStaff']> | 'none';

const blocked: Record<ToldTo, (why: string) => string> = {
  none: (why) =>
    `You cannot order at the moment: ${why} Answer one of our mails to have it looked at. What you have ordered stays, and can be canceled.`,
  about: (why) => `This buyer may not order: ${why} Let it order again on its page in the dashboard first.`,
  acting: (why) =>
    `You act for a company that may not order: ${why} Let it order again on its page, under Companies in the dashboard, or act for yourself.`,
};

const closed: Record<ToldTo, (why: string) => string> = {
  none: (why) =>
    `We have closed this company: ${why} Its orders and documents stay here to read. Answer one of our mails to have it looked at.`,
  about: (why) =>
    `This company is closed: ${why} Open it again on its page, under Companies in the dashboard, first.`,
  acting: (why) =>
    `You act for a company that is closed: ${why} Open it again on its page, under Companies in the dashboard, or act for yourself.`,
};

const companyFull: Record<ParamsOf<'company_full'>['what'], (most: string) => string> = {
  members: (most) => `The company has ${most} members, which is the most. Remove one first.`,
  invitations: (most) => `${most} invitations are open, which is the most. Withdraw one first.`,
  budgets: (most) => `The company has ${most} budgets, which is the most. Remove one first.`,
  partNumbers: (most) => `A company has ${most} part numbers at most. Remove some first.`,
};

const invitationEnded: Record<ParamsOf<'invitation_ended'>['why'], string> = {
  accepted: 'This invitation was accepted already.',
  withdrawn: 'This invitation was withdrawn. Ask whoever invited you for a new one.',
  replaced: 'A newer invitation was sent to you. Open the newest email.',
  expired: 'This invitation has expired. Ask whoever invited you for a new one.',
  company_closed: 'This invitation has ended, as we have closed the company. Ask whoever invited you.',
};

/** Titles of codes that have one besides that of their status. */
export const problemTitles: Partial<Record<ProblemCode, string>> = { price_changed: 'Price changed' };

export const problemWords: ProblemWords = {
  broken_request: () => 'The request cannot be read.',
  bad_request: () => 'The request cannot be read.',
  invalid_url: () => 'The address cannot be read.',
  invalid_host: () => 'The request does not say which host it is for.',
  invalid_length: () => 'The body is not as long as announced.',
  invalid_json: () => 'The body is not valid JSON.',
  // Each field has its message, and the first one replaces this.
  invalid_input: () => 'The input is not valid',
  email_mismatch: () => 'The email address in the path and the one in the body differ.',
  bad_event: () => 'The body is not an event.',
  bad_signature: ({ why }) =>
    why === 'mismatch'
      ? 'The signature does not match the body.'
      : 'The signature has not one time, or is dated in the future.',
  no_image: () => 'Send the picture as the multipart field image.',
  no_file: () => 'Send the file as the multipart field file.',
  broken_upload: () => 'The upload cannot be read. Choose the file again and send it once more.',
  broken_image: () => 'This picture cannot be read. Save it again as JPEG, PNG, WebP or AVIF.',
  broken_file: ({ why, row = 0, found = '' }) => one(brokenFile, why)(row, found),
  too_many_rows: ({ what, most }) =>
    `A file has ${formatCount(most)} ${what} at most. Split it into several, and import one after the other.`,
  too_many_lists: ({ most }) =>
    `You have ${formatCount(most)} lists, your cart among them, and there can be no more. Delete one first.`,
  list_empty: () =>
    'There are no lines, so nothing was done: look whether they have been ordered or handed over already.',
  colleague_lists_full: () =>
    'Your colleague has no room for another list. Ask them to delete one, then hand it over again.',
  purchase_full: ({ what, most }) =>
    what === 'openReturns'
      ? `${formatCount(most)} returns of this order are open, the most there can be. Wait for our answer to them, or write to us.`
      : what === 'shipmentLines'
        ? `The shipments of this order would have more than ${formatCount(most)} lines, the most there can be. Ship more pieces of fewer lines at once.`
        : `This order has ${formatCount(most)} ${what}, the most there can be.`,
  addresses_full: ({ what, most }) =>
    what === 'addresses'
      ? `Your address book has ${formatCount(most)} addresses, the most there can be. Delete one you no longer need.`
      : 'Your address book is full. Delete an address you no longer need.',
  lists_full: ({ what, most }) =>
    what === 'lines'
      ? `A list has ${formatCount(most)} lines at most. Save the others as a list of their own.`
      : 'Your lists hold as much text as they may. Delete one that you do not need any more.',
  too_many_entries: ({ field, most }) =>
    `${field} has ${formatCount(most)} entries at most. Send them in several requests.`,
  import_state: ({ state }) =>
    `The import is ${IMPORT_WORDS[state] ?? state}. Load the page again to see what can be done with it.`,
  unauthorized: ({ needs }) => one(unauthorized, needs),
  payment_not_succeeded: () => 'This payment has not succeeded. Try again, or use another card.',
  forbidden: ({ why }) => one(forbidden, why),
  second_factor_needed: ({ step }) => one(secondFactor, step),
  not_found: ({ what }) => one(notFound, what),
  method_not_allowed: ({ allowed }) => `This address takes ${allowed}.`,
  request_timeout: () => 'The request took too long to arrive.',
  idempotency_key_reused: () => 'This Idempotency-Key was used with another request.',
  ambiguous_product: () => 'Several products have this name. Send the productId of the one you mean.',
  sku_taken: ({ sku }) => `Another product has the SKU ${sku}. Change that one, or choose another SKU.`,
  changed_meanwhile: () =>
    'Somebody else has changed this meanwhile. Read it again, and change what you still want to change.',
  category_in_use: () => 'Products or other categories are in this category. Move or remove them first.',
  receipt_exists: ({ dueOn }) =>
    `Another delivery of this product is expected on ${formatDay(dueOn)}. Change its pieces instead.`,
  receipt_promised: ({ promised }) =>
    `${formatCount(promised)} pcs of this delivery are promised to orders. Expect at least as many.`,
  receipt_closed: () => 'This delivery has arrived, or was canceled. Add another one.',
  stock_full: ({ most }) =>
    `More than ${formatCount(most)} pcs of a part would be on sale. Book some of them out first.`,
  stock_too_low: ({ available, held, toShip }) =>
    `Only ${formatCount(available)} pcs are on sale. On the shelf are ${formatCount(held)} more for unpaid orders and ${formatCount(toShip)} that are sold: cancel orders before you take these out.`,
  shelf_changed: ({ shelf }) =>
    `Pieces came or left since you counted: ${formatCount(shelf)} pcs should be there now. Count again, or book the same number if it is right.`,
  counts_refused: ({ lines }) =>
    `${lines === 1 ? 'One count' : `${formatCount(lines)} counts`} cannot be booked. Nothing was booked: look at what is marked and book again.`,
  price_changed: ({ price }) =>
    `The price is now ${formatPrice(price)} a piece. Check the order and place it again.`,
  out_of_stock: () => fieldWords.too_many(),
  lines_refused: ({ lines }) =>
    `${lines === 1 ? 'One line' : `${formatCount(lines)} lines`} cannot be ordered like this. Nothing was ordered: fix what is marked and order again.`,
  total_changed: ({ total }) =>
    `The total is now ${formatMoney(total)}. Nothing was ordered: look at the prices and order again.`,
  total_too_low: () =>
    `A card payment is at least ${formatMoney(CARD_MINIMUM)}, and the order comes to less. Nothing was ordered: order more pieces.`,
  ordering_blocked: ({ why, toStaff }) => one(blocked, toStaff ?? 'none')(asSentence(why)),
  company_waiting: () =>
    'Your company cannot order yet, as we look at new companies first. Its admins get an email once it can; your cart and all that is set up stay.',
  company_closed: ({ why, toStaff }) => one(closed, toStaff ?? 'none')(asSentence(why)),
  too_many_unpaid: ({ most }) =>
    `You have ${most} unpaid orders, which is the most there may be. Pay or delete one before you order more.`,
  not_paid: () => 'This order is not paid.',
  not_approved: ({ payment }) =>
    payment === 'none'
      ? 'This order needs an approval before it can be paid.'
      : 'This order needs an approval before it can be paid. The payment is refunded.',
  changed: () =>
    'This order has been changed or decided since you opened it. Look at it as it is now, and decide again.',
  already_accepted: () => 'This order is accepted. An accepted order cannot be deleted or changed.',
  already_paid: ({ by }) =>
    by === 'another_payment'
      ? 'This order is already paid by another payment. Nothing is charged twice.'
      : 'This order is paid. A paid order cannot be deleted or paid again.',
  already_invoiced: () =>
    'The invoice of this order is issued, and keeps the address that it names. Ask the shop if it has to change.',
  being_paid: () => 'This order is being paid at this moment. Look again in a minute.',
  already_undone: () => 'This change was undone already. Load the page again to see the prices of now.',
  already_refunded: () => 'This order has been refunded.',
  being_refunded: () =>
    'A refund of this order is under way. Come back when it is done. If it has stopped, try it again first.',
  refund_changed: () =>
    'Pieces of this order were refunded meanwhile. Look at what is left, and refund again if more has to go back.',
  refund_too_large: ({ left }) =>
    `Only ${formatMoney(left)} of the payment is left, as money was refunded at Stripe, too. Refund fewer pieces, or all that is left.`,
  refund_takes_last: ({ pieces }) =>
    `This would take all that is left of the payment, and ${countOf(pieces, 'piece')} of this order ${pieces === 1 ? 'is' : 'are'} still to be shipped. Refund less, or choose all that is left, which cancels ${pieces === 1 ? 'it' : 'them'}.`,
  not_stopped: () => 'No refund of this payment has stopped. Load the page again.',
  refund_owed: () =>
    'This money is owed to the buyer, as no paid order needs it. Try the refund again, or send the money another way.',
  refund_refused: ({ refusal }) => {
    const { what, advice } = explainRefusal(refusal);
    return `${what} ${advice}`;
  },
  more_than_left: ({ lines }) =>
    `${lines === 1 ? 'One line has' : `${formatCount(lines)} lines have`} fewer pieces left. Nothing was changed: look at what is left of each, and send it again.`,
  return_state: ({ state }) =>
    `This return is ${state}. Load the page again to see what can be done with it.`,
  shipment_state: ({ why }) =>
    why === 'cancelled'
      ? 'This shipment is canceled. Load the page again.'
      : 'Pieces of this shipment came back, are to come back, or are refunded: it can no longer be canceled.',
  pictures_full: ({ most }) => `A return has ${most} pictures at most. Describe the rest in words.`,
  cancel_not_asked: () => 'The buyer does not ask to cancel this order any more. Load the page again.',
  shipped_already: () =>
    'Parts of this order are on their way, so its address and details stay as they are. Ask the carrier to send them elsewhere.',
  address_changed: () =>
    'Somebody else has changed the address meanwhile. Look at the one that it has now; what you send next replaces it.',
  order_deleted: ({ payment }) =>
    payment === 'none' ? 'This order was deleted.' : 'This order was deleted. The payment is refunded.',
  stock_gone: ({ payment }) =>
    payment === 'none'
      ? 'The hold of this order has ended and its parts have been sold meanwhile. Nothing was charged.'
      : 'The hold of this order has ended and its parts have been sold meanwhile. The payment is refunded.',
  price_mismatch: ({ total }) => `This order comes to ${formatMoney(total)}. Load it again before you pay.`,
  unknown_payment: () => 'The payment provider knows no such payment.',
  payment_mismatch: () => 'This payment is not for this order.',
  payment_given_back: ({ why }) =>
    ({
      refunded: 'This payment is refunded, or about to be.',
      lines_deleted:
        'Products of this order were deleted while it was being paid. The payment is refunded; pay for the rest.',
      over_limit:
        'The hold of this order has ended, and a limit of your company has been used up meanwhile. The payment is refunded; ask an admin of your company to raise the limit.',
    })[why],
  address_unproven: ({ why, most = 0 }) =>
    why === 'holds'
      ? `Your email address is not confirmed. Until it is, ${unprovenWords(most)}. Confirm your email address on My Profile or pay for an order, then go on.`
      : 'This email address is not confirmed, so the account may be anybody’s. Ask its owner to confirm it on My Profile, or to sign in with Google, then try again.',
  own_account: () => 'You cannot remove your own account.',
  own_address_unproven: () =>
    'Confirm your email address first: follow the link that we have sent to it. My Profile sends a new one.',
  own_second_factor: () => 'Another admin has to remove your second factor.',
  last_passkey: () =>
    'This passkey is your only second factor. Add another one, or set an authenticator app up, then remove it.',
  passkeys_full: ({ most }) =>
    `You have ${most} passkeys, as many as there may be. Remove one that you do not use.`,
  last_admin: () => 'This is the last admin. Make someone else an admin first.',
  over_limit: ({ limit, left, needs, name = '' }) =>
    `The order comes to ${formatMoney(needs)}. ${limitWords[limit](formatMoney(left), name)}`,
  company_rule: ({ why }) => fieldWords[why](),
  last_company_admin: ({ company }) =>
    `This is the only admin of ${company}. Make another member an admin first.`,
  too_many_companies: ({ most, why }) =>
    why === 'opened'
      ? `You have opened ${formatCount(most)} companies within a year, which is the most. Have a colleague open this one and invite you.`
      : `You are a member of ${formatCount(most)} companies, which is the most. Leave one first.`,
  company_full: ({ what, most }) => companyFull[what](formatCount(most)),
  invitation_ended: ({ why }) => invitationEnded[why],
  file_changed: () => 'The file is not the one that the request is about.',
  too_large: ({ what, megabytes }) => one(tooLarge, what)(megabytes),
  too_many_pixels: ({ megapixels }) => `A picture has ${megapixels} megapixels at most.`,
  url_too_long: () => 'The address is too long.',
  unsupported_media_type: ({ wanted }) =>
    wanted === 'application/json' ? 'Send JSON with content-type application/json.' : `Send ${wanted}.`,
  unsupported_image: () => 'Upload a JPEG, PNG, WebP or AVIF picture.',
  animated: () => 'Upload a still picture.',
  unsupported_file: () => 'Upload a PDF. This file does not begin as one.',
  no_such_part: () => 'The file has no such part.',
  too_many_requests: ({ what, seconds }) => `${one(tooMany, what)} ${wait(seconds)}`,
  headers_too_large: () => 'The request has too many or too large headers.',
  internal: () => 'Something went wrong on our side. Nothing was changed; try again.',
  stopping: () => 'The shop is being updated right now. Try again in a moment.',
  overloaded: () => 'The shop has more to do than it can right now. Try again in a moment.',
  database_down: () => 'The shop cannot reach its database right now. Try again in a moment.',
  database_full: () =>
    'The shop has no room to save anything right now. Nothing was changed; try again later.',
  too_slow: () => 'This took too long. Try again in a moment.',
  busy: () => 'Others were changing the same at that moment. Nothing was changed; try again.',
  sign_in_down: () => 'Signing in is not possible right now. Try again in a moment.',
  payment_provider_down: () =>
    'The payment provider cannot be reached right now. Nothing is lost: try again in a moment.',
  payments_unavailable: () => 'Payments do not work right now. Nothing is lost: try again later.',
  refund_pending: () =>
    'The refund is noted, and the payment provider has not confirmed it yet. It continues automatically.',
  image_host_down: () => 'The image host did not take the picture. Try again in a moment.',
  image_storage_down: () =>
    'The storage of pictures and files cannot be reached right now. Try again in a moment.',
};

/** Somebody's reason as a sentence. */
const asSentence = (why: string) => (/[.!?]$/.test(why) ? why : `${why}.`);

/** Throws for a parameter of another version. */
function one<K extends string, S>(sentences: Record<K, S>, which: K): S {
  if (!Object.hasOwn(sentences, which)) throw new RangeError(`no words for ${which}`);
  return sentences[which];
}

/** Returns the sentence of a received code; undefined for an unknown one, which another version may have sent. */
export function wordsOfProblem(code: string | undefined, params: unknown): string | undefined {
  const words = code === undefined ? undefined : wordsOf<(params: never) => string>(problemWords, code);
  try {
    return words?.(params as never);
  } catch {
    return undefined;
  }
}
