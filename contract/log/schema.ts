import { z } from 'zod';
import type { Device } from '../accounts/devices.ts';
import type { Role } from '../accounts/schema.ts';
import type { SkippedRule } from '../companies/limits.ts';
import { IdSchema, pageFields, TimeSchema } from '../kernel/fields.ts';
import type { RefundCause } from '../payments/schema.ts';
import type { NewProduct } from '../products/schema.ts';
import type { Section, SettingField } from '../settings/schema.ts';

/** Kinds of log entries. Each is written in the transaction of its change. `words/events.ts` has the words. */
export const EVENT_KINDS = [
  'user_promoted',
  'user_made_staff',
  'user_demoted',
  'user_blocked',
  'user_unblocked',
  'user_removed',
  'address_proven',
  'signed_in',
  'sign_in_failed',
  'sessions_ended',
  'password_changed',
  'password_reset',
  'second_factor_added',
  'second_factor_proven',
  'second_factor_failed',
  'second_factor_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_code_used',
  'recovery_codes_replaced',
  'company_opened',
  'company_changed',
  'company_rules_changed',
  'budget_changed',
  'company_blocked',
  'company_unblocked',
  'company_approved',
  'company_closed',
  'company_reopened',
  'member_invited',
  'member_joined',
  'member_changed',
  'member_removed',
  'part_numbers_changed',
  'settings_changed',
  'review_hidden',
  'review_restored',
  'product_added',
  'product_changed',
  'product_removed',
  'stock_counted',
  'goods_received',
  'stock_damaged',
  'stock_corrected',
  'price_list_added',
  'price_list_changed',
  'price_list_change_undone',
  'price_lists_assigned',
  'buyer_group_added',
  'receipt_added',
  'receipt_changed',
  'receipt_removed',
  'promise_filled',
  'promise_lost',
  'import_applied',
  'import_undone',
  'category_changed',
  'category_removed',
  'order_placed',
  'approval_asked',
  'rules_skipped',
  'approved',
  'sent_back',
  'order_deleted',
  'quantity_changed',
  'order_paid',
  'order_refunded',
  'hold_ended',
  'shipped',
  'shipment_changed',
  'shipment_cancelled',
  'return_asked',
  'return_answered',
  'return_withdrawn',
  'pieces_returned',
  'refund_declined',
  'pieces_cancelled',
  'ship_to_changed',
  'details_changed',
  'cancel_asked',
  'cancel_refused',
  'note_added',
  'buyer_told',
  'payment_begun',
  'payment_declined',
  'payment_canceled',
  'payment_unknown',
  'stock_retaken',
  'refund_due',
  'pieces_refunded',
  'refund_failed',
  'refund_refused',
  'refund_withdrawn',
  'payment_part_refunded',
  'payment_part_returned',
  'payment_refunded',
  'dispute_changed',
] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/**
 * Money of a payment intent in cents; `returnedCents` is what a bank has just sent back. `ofPieces`: it is of pieces, and the
 * entries of their lines (`pieces_refunded`) tell of it, too.
 */
interface PartRefund {
  ofPieces?: true;
  intentId: string;
  refundedCents: number;
  amountCents: number;
  returnedCents?: number;
}

/** The new value of a product's field, and the one before. Long text is cut. */
export interface FieldChange {
  field: keyof NewProduct;
  /** As in the input of calls; long ones are cut, and then are a text. */
  from: unknown;
  to: unknown;
}

/** Facts of a log entry besides actor, time and subject, for each kind that has any: codes, names and amounts. */
export interface DetailChange {
  field: 'poNumber' | 'costCentre' | 'deliveryWish' | 'note' | 'billTo';
  from: string;
  to: string;
}

export interface EventFacts {
  /** Without `by`, an admin did it. */
  user_promoted: { by?: 'command' | 'admin_email'; unproven?: true };
  user_made_staff: { by?: 'command' | 'admin_email'; unproven?: true };
  /** Missing in entries that were written before there were staff. */
  user_demoted: { was: Role };
  address_proven: { by: 'link' | 'reset_link' | 'google' };
  signed_in: { with: 'password' | 'new_password' | 'google'; device: Device };
  /** Has no device when the address has no account. */
  sign_in_failed: { device?: Device };
  sessions_ended: { ended: 'one' | 'all'; device: Device };
  password_changed: { ended: 'others' };
  password_reset: { ended: 'all' };
  second_factor_added: { device: Device };
  /** Without `passkey`, by a code of the app. */
  second_factor_proven: { device: Device; passkey?: string };
  second_factor_failed: { device: Device };
  /** Without `why`, an admin did it. Otherwise it was set up before the owner of the address proved it. */
  second_factor_removed: { why?: 'address_proven' };
  /** `isFirst`: it is the second factor from now on, and all other sessions ended. */
  passkey_added: { name: string; device: Device; isFirst?: true };
  passkey_removed: { name: string; device: Device };
  /** Codes that are left. */
  recovery_code_used: { left: number; device: Device };
  /** `company` is a company's name, `to` its new one; `zones` are its time zones before and after. */
  company_opened: { company: string };
  company_changed: { company: string; to?: string; zones?: { from: string; to: string } };
  company_rules_changed: { company: string };
  /** Null: it is removed. */
  budget_changed: { company: string; budget: string; limitCents: number | null };
  company_blocked: { company: string };
  company_unblocked: { company: string };
  company_approved: { company: string };
  company_closed: { company: string };
  company_reopened: { company: string };
  member_invited: { company: string; roles: string[] };
  /** `invited`: the address of the invitation, where another person has accepted it. */
  member_joined: { company: string; roles: string[]; invited?: string };
  /** Limits that were set, null where there is none any more. */
  member_changed: {
    company: string;
    roles: string[];
    perPurchaseCents?: number | null;
    perMonthCents?: number | null;
    /** Whether they may skip rules from now on. */
    skipsRules?: boolean;
  };
  member_removed: { company: string };
  /** How many parts have another number of the company now. */
  part_numbers_changed: { company: string; parts: number };
  /** No more than the first 30 fields. `isStandard`: the section is as content/ and the environment say again. */
  settings_changed: { section: Section; revision: number; isStandard: boolean; changes: SettingField[] };
  product_added: { name: string; price: number };
  /** By the undo of the import with this id, where there is one. */
  product_changed: { importId?: string; changes: FieldChange[] };
  product_removed: { name: string };
  /**
   * Pieces on the shelf, of which `shelf` were expected; by the import with this id, where there is one. Earlier imports, without
   * `shelf`, have set what is on sale to `counted`.
   */
  stock_counted: { importId?: string; counted: number; shelf?: number };
  /** By an import, of the delivery that was expected on a day, or of what nobody had entered as expected. */
  goods_received: { importId?: string; dueOn?: string; pieces: number };
  stock_damaged: { pieces: number };
  /** Pieces that came, or went where it is negative; by an import whose file does not have the part, where `importId` says so. */
  stock_corrected: { importId?: string; pieces: number };
  /** How many parts got a price; a list without has a percentage. */
  price_list_added: { listId: string; name: string; parts: number; minusPercent?: number };
  /** `name` is that of the list then. How many parts got a price, and how many lost theirs. */
  price_list_changed: {
    listId: string;
    name: string;
    priced: number;
    removed: number;
    minusPercent?: number;
    /** Its days then, where they changed; empty without a bound. */
    valid?: { from: string; to: string };
  };
  /** How many parts got their earlier prices back, and how many did not, because somebody has changed them since. */
  price_list_change_undone: {
    listId: string;
    name: string;
    restored: number;
    left: number;
    minusPercent?: number;
  };
  /** The names of the lists that count from now on, in their order. */
  price_lists_assigned: {
    to: 'company' | 'group';
    id: string;
    name: string;
    lists: string[];
    group?: string;
  };
  buyer_group_added: { name: string };
  receipt_added: { dueOn: string; pieces: number };
  receipt_changed: { from: { dueOn: string; pieces: number }; to: { dueOn: string; pieces: number } };
  receipt_removed: { dueOn: string; pieces: number };
  /** Pieces of an order that have arrived. */
  promise_filled: { dueOn: string; pieces: number };
  /** Pieces that a withdrawn refund leaves to an order, and that are neither in stock nor expected any more. */
  promise_lost: { pieces: number };
  /** For pieces that are promised. Old entries do not say how many. `for`: the buyer that staff have placed it for. */
  order_placed: { expectedOn?: string; pieces?: number; for?: string };
  /** By the right of who has placed or changed it. */
  rules_skipped: { skipped: SkippedRule[] };
  /** `promised` pieces of the line were not in stock yet. */
  hold_ended: { promised?: number };
  stock_retaken: { promised?: number };
  /** `name` is the file's; rows by what became of them. */
  import_applied: { importId: string; name?: string; added: number; changed: number; left: number };
  import_undone: { importId: string; name?: string; restored: number; kept: number };
  category_changed: { slug: string; name: string };
  category_removed: { slug: string; name: string };
  /** Pieces of a line of an unpaid order, before and then. */
  quantity_changed: { from: number; to: number };
  order_paid: { intentId: string };
  /** `lastCents` are those of the refund after which all had gone back, where it was not the first. */
  order_refunded: { cause?: RefundCause; lastCents?: number };
  /** How many lines and pieces, and who carries them. */
  shipped: { shipmentId: string; lines: number; pieces: number; carrier?: string; tracking?: string };
  /** Who carries it by which number, before and then, as text. */
  shipment_changed: { shipmentId: string; from: string; to: string };
  shipment_cancelled: { shipmentId: string; lines: number; pieces: number };
  return_asked: { returnId: string; lines: number; pieces: number };
  return_answered: { returnId: string; answer: 'accepted' | 'declined' | 'closed' };
  /** By its buyer. */
  return_withdrawn: { returnId: string; pieces: number };
  /** Pieces of a line that came back. What of them is on sale again is the entry's change of stock. */
  pieces_returned: { returnId: string; pieces: number; condition: string };
  /** Pieces of a line that will not be shipped. */
  pieces_cancelled: { pieces: number };
  /** The address before, as text. */
  ship_to_changed: { before: string };
  /** What a buyer has written at a purchase, before and then; empty texts where there was, or is, none. */
  details_changed: { changes: DetailChange[] };
  payment_begun: { intentId: string };
  /** `chargeId` is the provider's id of the attempt. */
  payment_declined: { intentId: string; chargeId: string };
  payment_canceled: { intentId: string };
  /**
   * Paid at the provider for a purchase that the shop does not have, as after a restore. With `cause`, for one that it has, and it would have
   * refunded the payment for that.
   */
  payment_unknown: { intentId: string; cents: number; cause?: RefundCause };
  /**
   * `dueCents` of the payment's `amountCents` are refunded, where it is not the whole rest. `insteadCents` are those of a stopped
   * refund of pieces that it replaces.
   */
  refund_due: {
    intentId: string;
    cause?: RefundCause;
    dueCents?: number;
    amountCents?: number;
    insteadCents?: number;
  };
  /** Pieces of a line, and cents for them. */
  pieces_refunded: { intentId: string; pieces: number; cents: number };
  payment_refunded: { intentId: string; cause?: RefundCause };
  /** Pieces of a purchase that came back and are not refunded. */
  refund_declined: { pieces: number };
  /** The provider's code for why it refused a refund. */
  refund_failed: { intentId: string; refusal: string };
  refund_refused: { intentId: string; refusal: string };
  /** Cents that stay with the shop, as its refund was refused and then given up. */
  refund_withdrawn: { intentId: string; cents: number };
  payment_part_refunded: PartRefund;
  payment_part_returned: PartRefund;
  /** A dispute's current status at the provider, and its cents. */
  dispute_changed: { intentId: string; dispute: string; amountCents: number; withdrawnCents: number };
}

/** The sources of `why`. Entries from before there were facts have neither. */
export const toldFields = {
  /** Codes, names and amounts, for programs. */
  facts: z.record(z.string(), z.unknown()).optional(),
  /** What a person wrote: the reason for a refund. */
  note: z.string().optional(),
};

/** One entry of the append-only log that serves order history, stock ledger and audit log. */
export const EventSchema = z.object({
  _id: IdSchema,
  at: TimeSchema,
  /** Kinds of a later version are accepted: it may run beside this one. */
  kind: z.string().meta({ enum: [...EVENT_KINDS] }),
  /** The kind in words. */
  what: z.string(),
  /** Email of the person who did it; 'shop', 'reconciliation' or 'webhook' when no person did. */
  who: z.string(),
  orderId: IdSchema.optional(),
  /** The order's number as people read it. */
  orderNumber: z.string().optional(),
  /** The order has been deleted since, so it has no page. */
  orderDeleted: z.boolean().optional(),
  productId: IdSchema.optional(),
  /** The product's current name. */
  productName: z.string().optional(),
  /** The product has been removed from the catalogue since. */
  productRemoved: z.boolean().optional(),
  /** Email of the affected person. */
  person: z.string().optional(),
  /** Change of the product's available stock in pieces. */
  stockChange: z.number().int().optional(),
  /** More about it, in words. */
  why: z.string().optional(),
  ...toldFields,
});
export type Event = z.infer<typeof EventSchema>;

/**
 * Groups of kinds by which the log can be filtered, besides single kinds. Some kinds are in several groups.
 * `reconciliation` has what background jobs found and did about payments.
 */
export const EVENT_GROUPS = ['orders', 'payments', 'stock', 'people', 'reconciliation'] as const;
export type EventGroup = (typeof EVENT_GROUPS)[number];

export const EventListQuerySchema = z.object({
  ...pageFields,
  /** Kinds and groups, separated by commas. */
  kind: z.string().optional(),
  person: z.string().optional(),
  /** An order's id or its number. */
  order: z.string().optional(),
  product: IdSchema.optional(),
});
export type EventListQuery = z.infer<typeof EventListQuerySchema>;
