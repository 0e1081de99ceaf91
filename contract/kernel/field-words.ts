import { formatDay } from './days.ts';
import { formatCount, formatMoney, formatPrice } from './money.ts';
import { CARD_LIMIT, quantityWords } from './quantity-words.ts';
import { wordsOf } from './words-of.ts';

/** What the value of an attribute is, by its kind. */
const ATTRIBUTE_VALUES = {
  number: 'a number',
  choice: 'a text',
  yesno: 'true or false',
  text: 'a text',
};

/** What an attribute of a kind can be narrowed by. */
const FACET_VALUES = {
  number: 'It is a number: give numbers, such as 16,32, or a range, such as 16..64',
  choice: 'It has no range: give values, separated by commas',
  yesno: 'It is yes or no',
};

/** The English messages of invalid fields, by the code in schemas and rules. The only place that has them. */
export const fieldWords = {
  too_long: ({ most }: { most: number }) => `${most} characters at most`,
  code_required: () => 'Enter the code',
  code_wrong: () => 'This code is wrong or was used already. Wait for the next one',
  code_unreadable: () =>
    'The shop cannot check codes of this app any more. Use a recovery code or a passkey, then set the app up again',
  passkey_refused: () =>
    'This passkey was not accepted, or its question has expired. Try again, or use a code',
  one_line: () => 'Write it on one line',
  no_web_address: () => 'Write it without a web address',
  unstorable: () => 'Contains a character that cannot be stored',
  date: () => 'A date is a day such as 2027-03-03',
  no_body: () => 'The body is to be a JSON object.',
  unknown_field: () => 'Has a field that this call does not know',
  search_required: () => 'q is what to look for',
  page_limit: () => 'limit is a whole number from 1 to 100',
  lines_each: () => 'linesEach is a whole number from 1 to 9',
  repeated: () => 'Is given once',
  sort: ({ known }: { known: string }) => `sort is one of ${known}, or f. and the key of an attribute`,
  in_stock: () => 'inStock is 1, or is left out',
  range: () => 'A range is two numbers, such as 5..10, 5.. or ..10',
  no_facet: () => 'Parts cannot be narrowed by this: see GET /facets',
  facet_kind: ({ kind }: { kind: 'number' | 'choice' | 'yesno' }) => FACET_VALUES[kind],
  too_many_values: () => '60 values at most in total',
  idempotency_key: () => 'Idempotency-Key is 1 to 255 visible characters',

  address_use: () => 'use is ship, bill or both',
  default_ships: () => 'Is the default for goods: choose an address that is not for invoices only',

  paper: () => 'paper is a4 or letter',
  label_size: () => 'size is 100x150 or a6',
  only_yes: () => 'Is yes, or is left out',
  unshipped: () => 'unshipped is yes or overdue',
  refund_owed: () => 'refund is owed or asked, or is left out',
  open_return_state: () => 'state is asked or accepted',
  overview_days: () => 'days is 7, 30 or 90',
  export_format: () => 'format is csv or xlsx',
  import_field: () => 'A column stands for a field such as sku or price, or f. and the key of an attribute',
  import_mapping: () => 'mapping is a JSON object of columns and their fields',
  import_mapped_twice: () => 'Two columns stand for the same field',
  import_decimal_sign: () => 'decimal is . or ,',
  import_remembered: () => 'remembered is true or false',
  import_rows: () => 'rows is new, changed, same, error, told, left or kept',
  import_header_row: ({ most }: { most: number }) =>
    `headerRow is the number of a row, ${formatCount(most)} at most, or 0 for a file without headers`,
  import_units: () => 'units is a JSON object of columns and the units of their numbers',
  import_categories: () =>
    'categories is a JSON array of up to 200 names or paths such as Power > Chargers, each name of up to 60 characters',
  import_values: () =>
    'values is a JSON object of columns, each with texts and what they stand for, 2,000 at most',
  import_mode: () => 'mode is add_and_change or change',
  import_absent: () => 'absent is out_of_stock, or is left out',
  import_both: () => 'both is file or shop',
  import_unknown_sku: () => 'There is no part with this SKU',
  import_alike: ({ sku }: { sku: string }) => `${sku} has this number: say whether the row is of that part`,
  import_currency: ({ value, currency }: { value: string; currency: string }) =>
    `${value} is in ${currency}. The shop’s prices are in USD`,
  import_currency_missing: () => 'Say which currency the price is in: other rows are not in USD',
  import_both_changed: ({ now }: { now: string }) =>
    `Changed in this file and in the shop, where it is ${now} now: say which one counts`,
  import_unpublished: () => 'Left out: it is not published',
  import_unit: ({ value }: { value: string }) => `${value} has a unit that we cannot convert`,
  import_unit_missing: ({ value }: { value: string }) => `Say which unit ${value} is in`,
  import_after: () => 'after is the number of a row',
  import_number: ({ value }: { value: string }) => `${value} is no number`,
  import_decimal: ({ value }: { value: string }) =>
    `We do not guess how ${value} is meant: say whether a point or a comma begins the decimals`,
  import_date: () =>
    'The spreadsheet has made a date of this cell: format the column as text and write it again',
  import_long: ({ most }: { most: number }) => `A cell has at most ${formatCount(most)} characters`,
  import_several: () => 'The file says several different things here: leave one of them',
  import_attributes: () => 'The element says all in attributes, and these are not read: write elements',
  import_price_per: () => 'This is the price of several pieces, and that of one cannot be written exactly',
  import_price_unit: ({ value }: { value: string }) => `Say how many pieces the price is of: ${value}`,
  import_price_open: () => 'Say first which column the price goes by',
  import_cell_error: () => 'The cell holds an error such as #N/A',
  import_yesno: ({ value }: { value: string }) => `${value} is neither yes nor no`,
  import_breaks: () => 'Write price breaks as quantity:price, such as 500:71.90; 1000:69.45',
  import_parts: () => 'Write substitutes as SKU:kind, such as AF-120-C:same; AF-140:similar',
  import_part_not_added: ({ part }: { part: string }) =>
    `The row of ${part} in this file is not added: correct it, or remove ${part} here`,
  import_same_sku: ({ row }: { row: number }) => `Row ${formatCount(row)} has the same SKU`,
  import_other_sku: () =>
    'This row was exported with another SKU. Write that one, or empty the cell in “exported” to add a part by a copied row',
  import_scientific: ({ value }: { value: string }) =>
    `${value} is a number that a spreadsheet has shortened: write all of its digits`,
  import_no_sku: () => 'SKU is Required',
  import_cells: () => 'This row has more cells than there are headers',
  import_not_none: () => 'This cannot be taken away',
  import_package: () => 'A package needs both its name and its pieces',
  line_id: () => '_id is a UUID that the client makes',
  list_name_required: () => 'Name is Required',
  list_version: () => 'version is a whole number',
  too_many_lines: ({ most }: { most: number }) => `${formatCount(most)} lines at most`,
  too_many_ops: ({ most }: { most: number }) => `${formatCount(most)} changes at most`,
  import_below: ({ value, least }: { value: number; least: number }) => `${value} is below ${least}`,
  import_above: ({ value, most }: { value: number; most: number }) => `${value} is above ${most}`,
  import_whole: ({ value }: { value: string }) => `${value} is no whole number`,
  import_taken: ({ added, available }: { added: number; available: number }) =>
    `${added} takes more than the ${available} in stock`,
  import_stock: () => 'Give counted or added, not both',

  receipt_day_past: () => 'This day has passed. Enter today in UTC, or a later day',
  receipt_pieces: () => 'Enter a whole number of pieces, 1 or more',

  stock_pieces: () => 'Enter a whole number of pieces, 1 or more',
  stock_counted: () => 'Enter a whole number of pieces, 0 or more',
  stock_corrected: () => 'Enter how many pieces come, or with a minus how many go',
  stock_too_many: () => 'These are more pieces than can be in stock',
  stock_why: () => 'Say why',
  stock_one: () => 'Say either what was counted or what is added',
  stock_expected: () => 'What was expected goes with a count only',
  stock_short: () => 'short is 1, or is left out',
  stock_products: ({ most }: { most: number }) => `products is up to ${most} ids, separated by commas`,
  sort_bin: () => 'sort is bin',
  customer_sort: () => 'sort is name, total, unpaid or seen, with - before it the other way round',
  shelf_changed: ({ shelf }: { shelf: number }) =>
    `Pieces came or left since it was counted: ${formatCount(shelf)} should be there now. Count it again.`,
  stock_too_low: ({ available, held, toShip }: { available: number; held: number; toShip: number }) =>
    `Orders have ${formatCount(held + toShip)} of these pieces, and only ${formatCount(available)} are on sale. Count again, or cancel orders.`,

  recipient_required: () => 'Say who receives it',
  street_required: () => 'Street is Required',
  street_lines: ({ most }: { most: number }) => `street is a list of ${most} lines at most`,
  city_required: () => 'City is Required',
  postcode_required: () => 'ZIP or postal code is Required',
  country: () => 'Country is a code of ISO 3166-1, such as US',
  phone_required: () => 'Phone is Required',

  approval_verdict: () => 'A verdict is approve or send_back',
  member_role: () => 'A role is admin, buyer, approver, finance or viewer',
  company_state: () => 'state is active, waiting, held or closed',
  companies_mine: () => 'mine is true, or left out',
  budget_period: () => 'A period is month, quarter or year',
  po_rule: () => 'PO numbers are optional, required or unique',
  cost_centre_required: () => 'Enter the cost center, or remove the line',
  cost_centres: () => 'A company has 200 cost centers at most',
  no_approver: () => 'Choose a member who may approve orders, or give this one the role first.',
  approval_rule: () =>
    'A rule is for one of: above an amount, a new address, outside a budget; by one person, or by one or two of a role',
  member_roles: () => 'Choose at least one role',
  limit: () => 'A limit is an amount in dollars, such as 2500.00. Leave it empty for none',
  name_required: () => 'Name is Required',
  name_missing: () => 'Enter a name',
  email_required: () => 'Email is Required',
  email_missing: () => 'email is Required',
  email_form: () => 'Enter a valid Email',
  password_required: () => 'Password is Required',
  password_common: () => 'Secret KeY Should not be one of the 1,000 most used',
  password_too_short: ({ least }: { least: number }) => `Secret KeY Should be ${least} char. or longer`,

  product_name_required: () => 'Product name is Required',
  product_image_required: () => 'Product Image is Required',
  image_form: () => 'Image is an http(s) address or an uploaded picture',
  wide: () => 'wide is 1, or is left out',
  image_width: ({ widths }: { widths: string }) => `w is one of ${widths}`,
  short_details_required: () => 'Short Details is Required',
  min_quantity_required: () => 'Min. Quantity is Required',
  available_required: () => 'Available Quantity is Required',
  revision: () => 'revision is that of what is changed, a whole number',
  no_change: () => 'Name at least one field to change',
  price_required: () => 'Price is Required',
  price_too_low: () => 'Price is at least $0.01',
  price_too_high: () => 'Price is at most $999,999.99',
  price_negative: () => 'Price is not negative',
  amount_least: () => 'An amount is $0.01 or more',
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
  kind: ({ known }: { known: string }) => `kind is one of ${known}`,
  category_attributes: () => 'attributes is a list of { key, name, kind, unit }',
  unit_required: () => 'A unit is not empty',
  unit_of_number: () => 'Only a number has a unit',
  same_key: () => 'Two attributes have the same key',
  too_many_attributes: ({ most }: { most: number }) => `${most} attributes at most`,
  no_category: () => 'There is no such category',
  category_circle: () => 'A category is not part of itself',
  no_attribute: ({ key }: { key: string }) => `Its category has no attribute ${key}`,
  attribute_kind: ({ key, kind }: { key: string; kind: keyof typeof ATTRIBUTE_VALUES }) =>
    `${key} is ${ATTRIBUTE_VALUES[kind]}`,
  attributes: () => 'attributes is an object of values by the keys of the category',
  attribute_value: () => 'A value is a text of 1 to 200 characters, a number up to 1e15, or true or false',
  lifecycle: ({ known }: { known: string }) => `lifecycle is one of ${known}`,
  sku: () => 'SKU is 1 to 64 letters, digits and . _ + / # ( ) -',
  maker: () => 'Maker is not empty',
  mpn: () => "Maker's number is 1 to 64 letters, digits and . _ + / # ( ) -",
  ean: () => 'EAN is 8, 12, 13 or 14 digits, the last of which checks the others',
  reorder_point: () => 'Reorder point is a whole number of pieces, 0 or more',
  bin: () => 'Bin is not empty',
  package: () => 'package is { name, pieces }, or null for none',
  package_name: () => 'Say what it is packed in, such as tray',
  package_pieces: () => 'A package has a whole number of pieces, 1 or more',
  lead_days: () => 'Lead time is a whole number of days from 0 to 3650',
  weight: () => 'Weight is more than 0 and at most 1,000,000 grams',
  more_images: () => 'moreImages is a list of addresses',
  too_many_pictures: ({ most }: { most: number }) => `${most} more pictures at most`,
  attachment_kind: ({ known }: { known: string }) => `kind is one of ${known}`,
  attachment_name: () => 'Say what the file is, such as Datasheet',
  attachment_url: () => 'url is the address of an uploaded file',
  too_many_attachments: ({ most }: { most: number }) => `${most} files at most`,
  no_such_file: ({ url }: { url: string }) => `There is no file ${url}. Upload it again.`,
  substitute_kind: ({ known }: { known: string }) => `kind is one of ${known}`,
  substitute_which: () => 'Name a substitute by its _id or by its sku',
  too_many_substitutes: ({ most }: { most: number }) => `${most} substitutes at most`,
  no_such_part: ({ part }: { part: string }) => `No part on sale has the number ${part}`,
  own_substitute: () => 'A part is no substitute for itself',
  same_substitute: () => 'This part is named twice',
  multiple: () => 'Multiple is a whole number of pieces, 1 or more',
  price_breaks: () => 'priceBreaks is a list of { from, price }',
  price_break: () => 'A price break is { from, price }',
  break_from: () => 'A price break starts at a whole number of pieces',
  break_price: () => 'The price of a price break is above $0 and has at most six decimals',
  price_list_name: () => 'Enter a name',
  buyer_group_name: () => 'Enter a name',
  buyer_group_taken: () => 'Another group has this name',
  price_list_rule: () => 'A price list has either prices or minusPercent',
  price_list_full: ({ most }: { most: number }) => `A price list has ${formatCount(most)} parts at most`,
  price_list_unknown: () => 'There is no such price list',
  price_list_twice: () => 'A price list is named twice',
  too_many_price_lists: ({ most }: { most: number }) => `${formatCount(most)} price lists at most`,
  too_many_offers: ({ most }: { most: number }) => `${formatCount(most)} parts at most`,
  product_unknown: () => 'There is no such part',
  minus_percent: () => 'A percentage is above 0 and below 100, with at most two decimals',
  valid_days: () => 'The last day must be the first day or later',
  ladder_start: () => 'The first price of a part is from 1 piece: leave `from` out',
  ladder_not_better: () => 'Each price of a part starts at more pieces than the one before, and is lower',
  price_rows_many: ({ most }: { most: number }) => `${formatCount(most)} prices at most: split the file`,
  price_row_no_number: () => 'There is no part number. Enter one, or remove the row.',
  price_row_unknown: ({ number }: { number: string }) =>
    `No part has the number ${number}. Check it, or use our SKU.`,
  price_row_several: ({ skus }: { skus: string }) => `Several parts have this number: ${skus}. Use our SKU.`,
  price_row_differ: () => 'The numbers in this row are of different parts. Leave the right one.',
  price_row_no_price: () => 'There is no price. Enter one, or remove the row.',
  price_row_from: ({ value }: { value: string }) =>
    `${value} is no number of pieces from which a price counts`,
  price_row_of_part: ({ row }: { row: number }) =>
    `Row ${formatCount(row)} is of the same part and cannot be read: correct that one first.`,
  price_row_start: ({ from }: { from: number }) =>
    `This part has no price below ${formatCount(from)} pcs, and a price list says all prices of its parts. It is left out and keeps the prices that it has. Add a row with its price from 1 piece, such as its list price.`,
  price_row_twice: ({ row, other }: { row: number; other: number }) =>
    `Rows ${formatCount(row)} and ${formatCount(other)} have different prices for the same quantity. Leave the right one.`,
  price_row_rises: ({ from }: { from: number }) =>
    `A piece costs more from ${formatCount(from)} pcs on than before. Check the prices of this part.`,
  too_many_breaks: ({ most }: { most: number }) => `${most} price breaks at most`,
  /** A price break that does not start above, or cost less than, the one before it, or the minimum and the price. */
  break_not_better: ({ from, above, below }: { from: number; above: number; below: number }) =>
    `The price break from ${formatCount(from)} pcs has to start above ${formatCount(above)} pcs and cost less than ${formatPrice(below)} each.`,

  // Refusals of the server have numbers, for programs: people see them in the form. Rest parameters, as the words need none.
  break_unpayable: ({ from, total }: { from: number; total: number }) =>
    `${formatCount(from)} pcs come to ${formatMoney(total)} only. A card payment is at least $0.50: raise the price of the break.`,

  ...quantityWords,
  obsolete: ({ available }: { available: number }) =>
    available > 0 ? `Discontinued: ${formatCount(available)} left.` : 'Discontinued, none left.',
  not_searched: () =>
    'This line was not searched for yet: those before it have taken what one request may. Ask for it once more.',
  gone: () => 'This part is no longer sold. Remove the line.',
  not_expected: ({ dueOn }: { dueOn: string }) =>
    `Nothing more is expected on ${formatDay(dueOn)}. Choose another date.`,
  price_changed: ({ price }: { price: number }) => `The price is now ${formatPrice(price)} a piece.`,
  po_required: () => 'Your company asks for a PO number with each order. Enter one.',
  po_used: () => 'Another order of your company has this PO number. Enter another one.',
  cost_centre: () => 'Your company asks for one of its cost centers. Choose one from the list.',
  new_address: () =>
    'Your company asks for an address of its address book. Choose one, or ask an admin of your company to add this one.',
  cost_centre_counted: () =>
    'A budget of your company counts paid orders by their cost center. Keep this one.',
  payment_too_low: () => 'A card payment is at least $0.50',
  payment_too_high: () => `A card payment is at most ${CARD_LIMIT}`,
  transaction_id_required: () => 'transactionId is Required',
  transaction_id_form: () => 'transactionId is 1 to 255 letters, digits and underscores',
  reason_required: () => 'Reason is Required',

  pieces_whole: () => 'Enter a whole number of pieces, 1 or more.',
  pieces_left: ({ left }: { left: number }) =>
    left === 1 ? '1 piece is left to refund.' : `${formatCount(left)} pieces are left to refund.`,
  refund_too_large: ({ left }: { left: number }) => `Only ${formatMoney(left)} of the payment is left.`,
  pieces_to_ship: ({ left }: { left: number }) =>
    left === 0 ? 'Nothing of it is here to be shipped.' : `${formatCount(left)} pcs are left to ship.`,
  pieces_to_return: ({ left }: { left: number }) =>
    left === 0 ? 'Nothing of it can be returned.' : `${formatCount(left)} pcs can be returned.`,
  pieces_to_receive: ({ left }: { left: number }) =>
    left === 0 ? 'Nothing more of it is to come back.' : `${formatCount(left)} pcs are to come back.`,
  note_required: () => 'Write something',
  to_buyer: () => 'toBuyer is true or false',
  condition_required: () => 'Say in which condition they are',
  purchases_list: () => 'purchases is 1 to 100 ids, separated by commas',
  refund_of: () => 'of is unshipped or shipped',
  restock: () => 'restock is true or false',
  return_wish: () => 'wish is refund or replacement',
  return_state: () => 'state is accepted, declined or closed',
  pieces_all_refunded: () => 'All of these pieces are refunded already.',
  pieces_below_cent: () => 'These pieces come to less than a cent. Refund more of them at once.',
  no_such_line: () => 'This is no line of the order.',
  no_line_left: () => 'Keep one line at least. To take out all of them, delete the order.',
  lines_least: () => 'Name at least one line',
  lines_most: ({ most }: { most: number }) => `${formatCount(most)} lines at most`,
  lines_or_list: () => 'Give lines, or the listId of a list that has them',
  part_missing: () => 'Choose the part for this line, or remove it.',
  pieces_missing: () => 'Enter a quantity.',
  line_gone: () => 'This line is not in the list any more. It may have been ordered or deleted.',
  reasons_long: () => 'The reasons are too long together: shorten them, or ask for several returns',
  part_number: () => 'A part number has a letter or a digit, and 64 of them at most',
  part_number_taken: ({ sku }: { sku: string }) => `This is the company’s number of ${sku} already`,
  part_numbered: ({ number }: { number: string }) => `The part has the company’s number ${number} already`,
  product_or_sku: () => 'Name the product by its id or by its SKU',
  /** `other`: the place of the entry, from 0, as `field` has it. */
  part_number_twice: ({ other }: { other: number }) => `Same number as entry ${formatCount(other + 1)}`,
  product_twice: () => 'Name each product once',
  product_gone: () => 'There is no such product on sale',
  lines_once: () => 'Name each line once',

  setting_required: () => 'Fill this in',
  setting_list: () => 'This is a list',
  setting_list_least: ({ least }: { least: number }) => `Enter ${formatCount(least)} at least`,
  setting_list_most: ({ most }: { most: number }) => `${formatCount(most)} at most`,
  setting_value: () => 'value is the whole section, or null for what it is by default',
  setting_bytes: ({ most }: { most: number }) =>
    `This is too much text in total: a section has ${formatCount(most)} bytes at most`,
  sender_name: () => 'A name has no < > @ or quotation marks',
  new_companies: () => 'Choose whether new companies order at once, or wait for the approval of the shop',
  hold_minutes: () => 'Enter a whole number of minutes, from 1 to 525,600',
  ship_within: () => 'Enter a whole number of days, from 0 to 365',
  smallest_order: () => 'Enter a whole number of pieces, from 1 to 1,000,000',
  time_zone: () => 'Choose a time zone by its name, such as Europe/Berlin, America/New_York or UTC',
  own_path: () => 'Enter a path of this shop, such as /allProducts',
  web_address: () => 'Enter an address that begins with https:// or http://',

  rating: () => 'Choose a rating from 1 to 5',
  description_required: () => 'Description is Required',
  sort_newest: () => 'sort is newest',
  customer_state: () => 'state is unpaid or blocked',
  dispute_state: () => 'state is open or over',
  review_state: () => 'state is shown or hidden',
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
