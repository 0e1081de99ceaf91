import { z } from 'zod';
import { type FieldCode, fieldWords } from './field-words.ts';

/** The rate limits: requests of a client, and attempts of each kind. */
export const LIMITED = [
  'requests',
  'signIn',
  'signUp',
  'resetPassword',
  'password',
  'exchange',
  'secondFactor',
  'order',
  'mail',
  'invitation',
  'review',
  'upload',
  'create',
  'change',
  'match',
  'wait',
  'document',
] as const;

/**
 * Every problem code by its status, with its meaning. The server throws no other. Each call of `api.ts` names its codes,
 * besides those that follow from its shape (see `refusals.ts`).
 */
export const problems = {
  400: {
    broken_request: 'The request cannot be read.',
    bad_request: 'The request cannot be read.',
    invalid_url: 'The address cannot be read.',
    invalid_host: 'The request does not say which host it is for.',
    invalid_length: 'The body is not as long as announced.',
    invalid_json: 'The body is not valid JSON.',
    invalid_input: 'The input is wrong: `errors` names the fields.',
    email_mismatch: 'The email addresses in path and body differ.',
    bad_event: 'The event is signed, and cannot be read.',
    bad_signature: 'The signature does not match the body, or its time is too far away.',
    no_image: 'There is no picture in the field `image`.',
    no_file: 'There is no file in the field `file`.',
    broken_upload: 'The upload cannot be read.',
    broken_image: 'The picture cannot be read.',
    broken_file: 'The file cannot be read: `detail` says what is wrong, and where.',
  },
  401: { unauthorized: 'There is no proof of who is asking, or it has ended.' },
  402: { payment_not_succeeded: 'The payment has not succeeded.' },
  403: {
    forbidden: 'Who is asking may not do this.',
    second_factor_needed: 'The session has to prove a second factor first: `step` says how to go on.',
  },
  404: { not_found: 'There is no such thing, or it is not yours.' },
  405: { method_not_allowed: 'The address does not take this method.' },
  408: { request_timeout: 'The request took too long to arrive.' },
  409: {
    idempotency_key_reused: 'The Idempotency-Key was used with another request.',
    ambiguous_product: 'Several products have this name: send the `productId`.',
    sku_taken: 'Another product on sale has this SKU.',
    changed_meanwhile: 'Somebody else has changed it since the `revision` or `version` that was sent.',
    category_in_use: 'Products or other categories are in the category.',
    price_changed: 'The product has another price now.',
    out_of_stock: 'Another buyer was faster.',
    lines_refused:
      'Lines cannot be bought as asked for: `errors` names every one, with the numbers that say why. Nothing was placed.',
    total_changed:
      'The lines come to another total: `errors` names those with another price. Nothing was placed.',
    total_too_low: 'The order comes to less than a card payment is at least. Nothing was placed.',
    ordering_blocked:
      'The shop keeps you from ordering, and a company from what it has ordered, too: `why` says the reason.',
    company_waiting: 'The company cannot order before the shop has approved it.',
    company_closed: 'The shop has closed the company, whose members only read: `why` says the reason.',
    too_many_unpaid: 'You have as many unpaid orders as there may be.',
    not_paid: 'The order is not paid.',
    not_approved: 'The order is not approved yet.',
    changed: 'The order is not as it was when `hash` was read, or waits for no approval any more.',
    already_accepted: 'The order is accepted.',
    already_paid: 'The order is paid.',
    already_invoiced: 'The invoice is issued.',
    being_paid: 'The order is being paid at this moment.',
    already_undone: 'The change has been undone.',
    already_refunded: 'The order has been refunded.',
    being_refunded: 'The order is being refunded already.',
    refund_changed: 'Pieces of these lines were refunded meanwhile.',
    refund_too_large: 'Less is left of the payment than these pieces come to.',
    refund_takes_last:
      'Pieces are still to be shipped, and nothing would be left of the payment: only a refund of all that is left cancels them.',
    not_stopped: 'No refund of the payment has stopped.',
    refund_owed: 'The payment pays no order that could go on: its money is owed to the buyer.',
    refund_refused:
      'The payment provider refuses the refund until an admin does something: `detail` says what.',
    order_deleted: 'The order was deleted.',
    more_than_left: 'Lines have fewer pieces left: `errors` says how many. Nothing was changed.',
    return_state: 'The return was answered, or has ended.',
    shipment_state: 'The shipment is cancelled, or cannot be cancelled any more: `why` says which.',
    pictures_full: 'The return has as many pictures as it may.',
    cancel_not_asked: 'The buyer does not ask to cancel the order, or not any more.',
    shipped_already: 'Parts of the order are on their way.',
    address_changed: 'The address is not `before` any more: somebody else has changed it.',
    stock_gone: 'The hold has ended, and the parts have been sold meanwhile.',
    price_mismatch: 'The price is not the total of the order.',
    unknown_payment: 'The payment provider knows no such payment.',
    payment_mismatch: 'The payment is not for this order.',
    payment_given_back: 'The payment is refunded, or about to be.',
    address_unproven: 'Nobody has proven that the email address is theirs.',
    own_account: 'You cannot remove your own account.',
    last_admin: 'There has to be an admin.',
    over_limit:
      'The order does not fit a limit of the company: `limit` says which one, `left` what is left of it.',
    company_rule:
      'A rule of the company asks for something else: `errors` name the PO number, the cost center or the address (`shipTo`), `why` says the first.',
    last_company_admin: 'The company has to have an admin.',
    too_many_companies:
      'You are a member of as many companies as you may be, or have opened as many in a year (`why`).',
    company_full: 'The company has as many members, open invitations or part numbers as it may.',
    invitation_ended:
      'The invitation was accepted, withdrawn or replaced, has expired, or is of a closed company: `why` says which.',
    own_address_unproven: 'The caller has not confirmed their email address yet.',
    own_second_factor: 'Another admin has to remove your second factor.',
    last_passkey: 'The passkey is your only second factor.',
    passkeys_full: 'You have as many passkeys as there may be.',
    import_state: 'The import is in another state.',
    too_many_lists: 'You have as many lists as there may be.',
    list_empty: 'The list has no lines. Nothing was placed or handed over.',
    colleague_lists_full: 'The colleague has as many lists, or as much text in them, as there may be.',
    purchase_full:
      'The purchase has as many returns or shipments as it may, or was changed as often as it may.',
    addresses_full: 'The address book holds as much as it may.',
    receipt_exists: 'Another delivery of the product is expected on that day.',
    receipt_promised: 'Pieces of the delivery are promised to orders.',
    receipt_closed: 'The delivery has arrived, or was canceled.',
    stock_full: 'As many pieces of a product are on sale as may be.',
    stock_too_low: 'So many pieces are not on sale: the others are held or sold.',
    shelf_changed: 'Pieces came or left the shelf since it was counted.',
    counts_refused:
      'Counts cannot be booked: `errors` names every one, with the numbers that say why. Nothing was booked.',
    lists_full: 'The list, or all lists together, would hold more than they may.',
  },
  412: { file_changed: 'The file is not the one that the request is about.' },
  413: {
    too_large: 'The body, the picture or the file has too many bytes.',
    too_many_pixels: 'The picture has too many pixels.',
    too_many_rows: 'The file has too many rows or columns.',
    too_many_entries: 'A list in the body has too many entries.',
  },
  414: { url_too_long: 'The address is too long.' },
  415: {
    unsupported_media_type: 'The body has another media type than the call takes.',
    unsupported_image: 'The picture has another format than JPEG, PNG, WebP or AVIF.',
    animated: 'The picture moves.',
    unsupported_file: 'The file is no PDF.',
  },
  416: { no_such_part: 'The file has no such part.' },
  429: { too_many_requests: 'There were too many tries. `Retry-After` says how long to wait.' },
  431: { headers_too_large: 'The request has too many or too large headers.' },
  500: { internal: 'Something went wrong on the side of the shop.' },
  503: {
    stopping: 'This process of the shop is about to stop: others serve.',
    overloaded: 'The shop has more to do than it can.',
    database_down: 'The shop cannot reach its database.',
    database_full: 'The database has no room left for what is to be written.',
    too_slow: 'It took the database too long, or drawing the document did.',
    busy: 'Others were changing the same at that moment: nothing was changed.',
    sign_in_down: 'Signing in is not possible right now.',
    payment_provider_down: 'The payment provider cannot be reached.',
    payments_unavailable: 'Payments do not work right now.',
    refund_pending: 'The refund is noted, and the payment provider has not confirmed it yet.',
    image_host_down: 'The image host did not take the picture.',
    image_storage_down: 'The storage of pictures and files cannot be reached.',
  },
} as const;

export type ProblemStatus = keyof typeof problems;
type CodesOf<S extends ProblemStatus> = S extends unknown ? keyof (typeof problems)[S] : never;
/** A problem code; with a status, one of that status. */
export type ProblemCode<S extends ProblemStatus = ProblemStatus> = CodesOf<S>;

const what = z.enum([
  'address',
  'file',
  'picture',
  'product',
  'category',
  'order',
  'payment',
  'import',
  'list',
  'ship_to',
  'bill_to',
  'receipt',
  'price_list',
  'price_list_change',
  'buyer_group',
  'credit_note',
  'person',
  'return',
  'shipment',
  'passkey',
  'company',
  'buyer',
  'contact',
  'invitation',
  'budget',
]);

/** What can be wrong with a file that is imported. */
export const BROKEN_FILES = [
  'empty',
  'no_rows',
  'not_a_table',
  'old_excel',
  'broken_workbook',
  'open_quote',
  'cell_error',
  'no_sku',
  'same_header',
  'same_field',
  'broken_json',
  'too_slow',
  'too_much',
] as const;

/** Of staff, who can lift it: whether it is about the buyer that they ask something for, or about the company that they act for. */
const toStaff = z.enum(['about', 'acting']).optional();

/** Parameters of problems, for programs and for sentences in any language. Amounts are dollars. */
export const problemParams = {
  unauthorized: z.object({ needs: z.enum(['person', 'monitor']) }),
  forbidden: z.object({
    why: z.enum([
      'admins_only',
      'staff_only',
      'own_orders_only',
      'own_role_only',
      'right_missing',
      'own_purchase',
      'not_approver',
      'not_your_list',
      'other_account',
      'other_site',
    ]),
  }),
  /** Prove it now, set one up, or sign in again before one is set up. */
  second_factor_needed: z.object({ step: z.enum(['prove', 'enrol', 'sign_in']) }),
  not_found: z.object({ what }),
  method_not_allowed: z.object({ allowed: z.string() }),
  unsupported_media_type: z.object({ wanted: z.enum(['application/json', 'multipart/form-data']) }),
  bad_signature: z.object({ why: z.enum(['mismatch', 'time']) }),
  sku_taken: z.object({ sku: z.string() }),
  /** The revision that it has now. */
  changed_meanwhile: z.object({ revision: z.int() }),
  /** `row`: of the file; `found`: headers; `columns`: all headers, as JSON, so that a client can ask which one is the SKU. */
  broken_file: z.object({
    why: z.enum(BROKEN_FILES),
    row: z.int().optional(),
    found: z.string().optional(),
    columns: z.string().optional(),
  }),
  too_many_rows: z.object({ what: z.enum(['rows', 'columns']), most: z.int() }),
  too_many_entries: z.object({ field: z.string(), most: z.int() }),
  passkeys_full: z.object({ most: z.int() }),
  /** Dollars: what is left, and what the order comes to. `name` is a budget's. */
  over_limit: z.object({
    limit: z.enum(['per_purchase', 'per_month', 'budget']),
    left: z.number(),
    needs: z.number(),
    name: z.string().optional(),
  }),
  company_rule: z.object({
    why: z.enum(['po_required', 'po_used', 'cost_centre', 'cost_centre_counted', 'new_address']),
  }),
  too_many_companies: z.object({ most: z.int(), why: z.enum(['opened']).optional() }),
  company_full: z.object({
    what: z.enum(['members', 'invitations', 'budgets', 'partNumbers']),
    most: z.int(),
  }),
  invitation_ended: z.object({
    why: z.enum(['accepted', 'withdrawn', 'replaced', 'expired', 'company_closed']),
  }),
  last_company_admin: z.object({ company: z.string() }),
  import_state: z.object({ state: z.string() }),
  too_many_lists: z.object({ most: z.int() }),
  purchase_full: z.object({
    what: z.enum(['openReturns', 'returns', 'shipments', 'shipmentLines', 'changes']),
    most: z.int(),
  }),
  pictures_full: z.object({ most: z.int() }),
  addresses_full: z.object({ what: z.enum(['addresses', 'bytes']), most: z.int() }),
  lists_full: z.object({ what: z.enum(['lines', 'bytes']), most: z.int() }),
  receipt_exists: z.object({ dueOn: z.string() }),
  /** Pieces. */
  receipt_promised: z.object({ promised: z.int() }),
  /** Pieces on sale, and those on the shelf that belong to orders. */
  stock_full: z.object({ most: z.int() }),
  stock_too_low: z.object({ available: z.int(), held: z.int(), toShip: z.int() }),
  /** Pieces that should be on it now. */
  shelf_changed: z.object({ shelf: z.int() }),
  counts_refused: z.object({ lines: z.int() }),
  price_changed: z.object({ price: z.number() }),
  out_of_stock: z.object({ available: z.int() }),
  /** How many lines; and dollars that all lines come to, where nothing but prices has changed. */
  lines_refused: z.object({ lines: z.int(), total: z.number().optional() }),
  total_changed: z.object({ total: z.number() }),
  price_mismatch: z.object({ total: z.number() }),
  /** `lines_deleted`: while the order was being paid. `over_limit`: of its company, since the hold ended. */
  payment_given_back: z.object({ why: z.enum(['refunded', 'lines_deleted', 'over_limit']) }),
  ordering_blocked: z.object({ why: z.string(), toStaff }),
  company_closed: z.object({ why: z.string(), toStaff }),
  too_many_unpaid: z.object({ most: z.int() }),
  /** `holds`: the sum in dollars of the orders that may wait for their payment. */
  address_unproven: z.object({ why: z.enum(['holds', 'promotion']), most: z.number().optional() }),
  already_paid: z.object({ by: z.enum(['a_payment', 'another_payment']) }),
  order_deleted: z.object({ payment: z.enum(['none', 'refunded']) }),
  not_approved: z.object({ payment: z.enum(['none', 'refunded']) }),
  stock_gone: z.object({ payment: z.enum(['none', 'refunded']) }),
  /** How many lines have too few. */
  more_than_left: z.object({ lines: z.int() }),
  return_state: z.object({ state: z.string() }),
  /** `came_back`: pieces of it came back, are to come back, or are refunded as shipped ones. */
  shipment_state: z.object({ why: z.enum(['cancelled', 'came_back']) }),
  refund_too_large: z.object({ left: z.number() }),
  /** Pieces that are neither shipped nor cancelled. */
  refund_takes_last: z.object({ pieces: z.int() }),
  /** The payment provider's code. */
  refund_refused: z.object({ refusal: z.string() }),
  too_large: z.object({
    what: z.enum(['body', 'lines', 'picture', 'file', 'unpacked']),
    megabytes: z.number().optional(),
  }),
  too_many_pixels: z.object({ megapixels: z.number() }),
  too_many_requests: z.object({ what: z.enum(LIMITED), seconds: z.int() }),
} satisfies Partial<Record<ProblemCode, z.ZodObject>>;

/** The parameters of a problem code; undefined where it has none. */
export type ParamsOf<C extends ProblemCode> = C extends keyof typeof problemParams
  ? z.infer<(typeof problemParams)[C]>
  : undefined;

const ParamsSchema = z.record(z.string(), z.union([z.string(), z.number()]));

/** An invalid field of the input, and the message to show beside it. */
export const FieldErrorSchema = z.object({
  field: z.string(),
  message: z.string(),
  /** A code for programs, with the parameters of `message`. A field of a wrong type has no code. */
  code: z.enum(Object.keys(fieldWords) as FieldCode[]).optional(),
  params: ParamsSchema.optional(),
});
export type FieldError = z.infer<typeof FieldErrorSchema>;

const codes = Object.values(problems).flatMap((ofStatus) => Object.keys(ofStatus));

/** Every error response: RFC 9457 `application/problem+json`, with a `code` for programs and `errors` for forms. */
export const ProblemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  /** A sentence for users: what happened, and what to do. */
  detail: z.string(),
  /** A code for programs: compare this, never the text. */
  code: z.enum(codes as ProblemCode[]),
  /** Parameters: the numbers and names in `detail`. */
  params: ParamsSchema.optional(),
  errors: z.array(FieldErrorSchema).optional(),
  /** With `idempotency_key_reused`: the id of the object that the key's first request created; it may be deleted. */
  createdId: z.string().optional(),
});
export type ProblemBody = z.infer<typeof ProblemSchema>;
