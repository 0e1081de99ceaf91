import { CARD_LIMIT_CENTS, formatCents, formatCount, formatMoney, formatPrice } from '../money.ts';
import { wordsOf } from './words-of.ts';

const CARD_LIMIT = formatCents(CARD_LIMIT_CENTS);

/** What the value of an attribute is, by its kind. */
const ATTRIBUTE_VALUES = {
  number: 'a number',
  choice: 'a text',
  yesno: 'true or false',
  text: 'a text',
};

/** The English messages of invalid fields, by the code in schemas and rules. The only place that has them. */
export const fieldWords = {
  too_long: ({ most }: { most: number }) => `${most} characters at most`,
  unstorable: () => 'Contains a character that cannot be stored',
  no_body: () => 'The body is to be a JSON object.',
  page_limit: () => 'limit is a whole number from 1 to 100',
  idempotency_key: () => 'Idempotency-Key is 1 to 255 visible characters',

  name_required: () => 'Name is Required',
  email_required: () => 'Email is Required',
  email_missing: () => 'email is Required',
  email_form: () => 'Enter a valid Email',
  password_required: () => 'Password is Required',
  password_too_short: ({ least }: { least: number }) => `Secret KeY Should be ${least} char. or longer`,

  product_name_required: () => 'Product name is Required',
  product_image_required: () => 'Product Image is Required',
  image_form: () => 'Image is an http(s) address or an uploaded picture',
  image_width: ({ widths }: { widths: string }) => `w is one of ${widths}`,
  short_details_required: () => 'Short Details is Required',
  min_quantity_required: () => 'Min. Quantity is Required',
  available_required: () => 'Available Quantity is Required',
  no_change: () => 'Name at least one field to change',
  price_required: () => 'Price is Required',
  price_too_low: () => 'Price is at least $0.01',
  price_too_high: () => 'Price is at most $999,999.99',
  price_negative: () => 'Price is not negative',
  price_two_decimals: () => 'Price has at most two decimals',
  price_six_decimals: () => 'Price has at most six decimals',
  /** The smallest possible order, in pieces and dollars, is more than a card can be charged. */
  unorderable: ({ least, total, lower }: { least: number; total: number; lower: 'price' | 'either' }) =>
    [
      `The smallest order, ${formatCount(least)} pieces, comes to ${formatMoney(total)}.`,
      `A card can be charged ${CARD_LIMIT} at most, so nobody could order it.`,
      lower === 'price' ? 'Lower the price.' : 'Lower the price or the min. quantity.',
    ].join(' '),

  slug: () => 'Write it in lower case letters and digits, such as power-supplies, with 60 at most',
  unit_required: () => 'A unit is not empty',
  unit_of_number: () => 'Only a number has a unit',
  same_key: () => 'Two attributes have the same key',
  too_many_attributes: ({ most }: { most: number }) => `${most} attributes at most`,
  no_category: () => 'There is no such category',
  category_circle: () => 'A category is not part of itself',
  no_attribute: ({ key }: { key: string }) => `Its category has no attribute ${key}`,
  attribute_kind: ({ key, kind }: { key: string; kind: keyof typeof ATTRIBUTE_VALUES }) =>
    `${key} is ${ATTRIBUTE_VALUES[kind]}`,
  attribute_value: () => 'A value is a text of 1 to 200 characters, a number up to 1e15, or true or false',
  lifecycle: ({ known }: { known: string }) => `lifecycle is one of ${known}`,
  sku: () => 'SKU is 1 to 64 letters, digits and . _ + / # ( ) -',
  maker: () => 'Maker is not empty',
  mpn: () => "Maker's number is 1 to 64 letters, digits and . _ + / # ( ) -",
  package_name: () => 'Say what it is packed in, such as tray',
  package_pieces: () => 'A package has a whole number of pieces, 1 or more',
  lead_days: () => 'Lead time is a whole number of days from 0 to 3650',
  weight: () => 'Weight is more than 0 and at most 1,000,000 grams',
  too_many_pictures: ({ most }: { most: number }) => `${most} more pictures at most`,
  multiple: () => 'Multiple is a whole number of pieces, 1 or more',
  break_from: () => 'A price break starts at a whole number of pieces',
  break_price: () => 'The price of a price break is above $0 and has at most six decimals',
  too_many_breaks: ({ most }: { most: number }) => `${most} price breaks at most`,
  /** A price break that does not start above, or cost less than, the one before it, or the minimum and the price. */
  break_not_better: ({ from, above, below }: { from: number; above: number; below: number }) =>
    `The price break from ${formatCount(from)} pcs has to start above ${formatCount(above)} pcs and cost less than ${formatPrice(below)} each.`,

  // Refusals of the server have numbers, for programs: people see them in the form. Rest parameters, as the words need none.
  break_unpayable: ({ from, total }: { from: number; total: number }) =>
    `${formatCount(from)} pcs come to ${formatMoney(total)} only. A card payment is at least $0.50: raise the price of the break.`,

  too_few: (..._: [{ least: number }?]) => 'Please Enter Minimum Quantity.',
  too_many: (..._: [{ available: number }?]) => "Enter a Valid Quantity (within 'Available Products').",
  not_multiple: ({ multiple, below, above }: { multiple: number; below?: number; above?: number }) => {
    const nearest = [below, above].filter((quantity) => quantity !== undefined).map(formatCount);
    const rule = `Sold in multiples of ${formatCount(multiple)}.`;
    return nearest.length > 0 ? `${rule} Order ${nearest.join(' or ')}.` : rule;
  },
  whole_pieces: () => 'Parts are sold in whole pieces.',
  /** `most` in dollars. */
  over_card_limit: (..._: [{ most: number }?]) =>
    `A total above ${CARD_LIMIT} cannot be charged by card. Split it into smaller orders.`,
  payment_too_low: () => 'A card payment is at least $0.50',
  payment_too_high: () => `A card payment is at most ${CARD_LIMIT}`,
  transaction_id_required: () => 'transactionId is Required',
  transaction_id_form: () => 'transactionId is 1 to 255 letters, digits and underscores',
  reason_required: () => 'Reason is Required',

  pieces_whole: () => 'Enter a whole number of pieces, 1 or more.',
  pieces_left: ({ left }: { left: number }) =>
    left === 1 ? '1 piece is left to refund.' : `${formatCount(left)} pieces are left to refund.`,
  refund_too_large: ({ left }: { left: number }) => `Only ${formatMoney(left)} of the payment is left.`,
  pieces_all_refunded: () => 'All of these pieces are refunded already.',
  pieces_below_cent: () => 'These pieces come to less than a cent. Refund more of them at once.',
  no_such_line: () => 'This is no line of the order.',
  lines_least: () => 'Name at least one line',
  lines_most: ({ most }: { most: number }) => `${formatCount(most)} lines at most`,
  lines_once: () => 'Name each line once',

  rating: () => 'Choose a rating from 1 to 5',
  description_required: () => 'Description is Required',
  sort_newest: () => 'sort is newest',
};

type FieldWords = typeof fieldWords;
export type FieldCode = keyof FieldWords;
/** The parameters of a code, if it has any. */
export type FieldParams<C extends FieldCode> = Parameters<FieldWords[C]>;

/** Returns the message of a received code; undefined for an unknown one. */
export function wordsOfField(code: string | undefined, params?: unknown): string | undefined {
  const words = code === undefined ? undefined : wordsOf<(params: never) => string>(fieldWords, code);
  return words && words.length > 0 && params === undefined ? undefined : words?.(params as never);
}
