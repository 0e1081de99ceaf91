import type { ColumnType, Generated } from 'kysely';
import type { Attribute } from '#contract/categories.ts';
import type { RefundCause } from '#contract/payments.ts';
import type { AttributeValue, Lifecycle } from '#contract/product-facts.ts';

/** The tables as `migrations/` makes them. */
export interface Schema {
  users: {
    id: string;
    name: string;
    email: string;
    email_verified: Generated<boolean>;
    image: string | null;
    role: Generated<'customer' | 'admin'>;
    unpaid_orders: Generated<number>;
    held_cents: Generated<number>;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  sessions: {
    id: string;
    user_id: string;
    token: string;
    expires_at: Date;
    ip_address: string | null;
    user_agent: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  accounts: {
    id: string;
    user_id: string;
    account_id: string;
    provider_id: string;
    password: string | null;
    created_at: Generated<Date>;
    updated_at: Generated<Date>;
  };
  verifications: { id: string; identifier: string; value: string; expires_at: Date };
  access_tokens: { hash: Buffer; session_id: string; expires_at: Date };
  settings: { name: string; value: string };
  categories: {
    id: string;
    slug: string;
    name: string;
    parent_id: string | null;
    attributes: ColumnType<Attribute[], string, string>;
    created_at: Generated<Date>;
  };
  products: {
    id: string;
    name: string;
    image: string;
    short_details: string;
    min_order: number;
    available: number;
    price_micros: number;
    multiple: Generated<number>;
    break_from: Generated<number[]>;
    break_micros: Generated<number[]>;
    sku: Generated<string>;
    maker: string | null;
    mpn: string | null;
    category_id: string | null;
    attributes: Generated<Record<string, AttributeValue>>;
    package_name: string | null;
    package_pieces: number | null;
    lead_days: number | null;
    lifecycle: Generated<Lifecycle>;
    weight_grams: number | null;
    more_images: Generated<string[]>;
    revision: Generated<number>;
    changed_at: Generated<Date>;
    created_at: Generated<Date>;
    removed_at: Date | null;
  };
  purchases: {
    id: string;
    number: Generated<number>;
    user_id: string | null;
    buyer_name: string;
    buyer_email: string;
    shipping_address: string;
    phone: string;
    state: 'held' | 'released' | 'paid' | 'refunded' | 'deleted';
    /** Counts changes of the state and of the lines; moving or warning of the hold's end is none. */
    revision: Generated<number>;
    total_cents: number;
    placed_at: Generated<Date>;
    held_until: Date | null;
    held_until_proven: Date | null;
    hold_warned_at: Date | null;
    paid_at: Date | null;
    transaction_id: string | null;
    refunded_at: Date | null;
    deleted_at: Date | null;
  };
  /** The lines of purchases. */
  orders: {
    id: string;
    purchase_id: string;
    line_no: number;
    product_id: string;
    product_name: string;
    unit_price_micros: number;
    quantity: number;
    total_cents: number;
    /** The product's stock when the line was placed, before it was taken. */
    available: number;
    /** Pieces whose money has gone back or has to, and how much that is. */
    refunded_quantity: Generated<number>;
    refunded_cents: Generated<number>;
    created_at: Generated<Date>;
    deleted_at: Date | null;
  };
  provider_events: { id: string; type: string; intent_id: string | null; received_at: Generated<Date> };
  payment_problems: {
    operation: string;
    kind: string;
    times: number;
    first_at: Date;
    last_at: Date;
    status: number | null;
    type: string | null;
    code: string | null;
    message: string;
    request_id: string | null;
  };
  payments: {
    id: string;
    intent_id: string;
    user_id: string | null;
    purchase_id: string | null;
    amount_cents: number;
    currency: string;
    state: Generated<'open' | 'succeeded' | 'canceled' | 'refunding' | 'refused' | 'refunded'>;
    created_at: Generated<Date>;
    settled_at: Date | null;
    /** What an admin wrote; without it there is a cause. */
    refund_reason: string | null;
    refund_cause: RefundCause | null;
    refund_actor: string | null;
    refund_next_at: Date | null;
    refund_attempts: Generated<number>;
    refund_problem: string | null;
    refund_refusals: Generated<number>;
    refunded_cents: Generated<number>;
    refunded_changed_at: Date | null;
    checked_at: Generated<Date>;
    /** The refund of a part that is being carried out, and its cents. */
    part_id: string | null;
    part_cents: number | null;
    /** Since when the log tells that its buyer has tried to pay; null also for one that was paid at the first try. */
    begun_at: Date | null;
  };
  /** Refunds of part of a payment, by lines and pieces. */
  refunds: {
    id: string;
    payment_id: string;
    cents: number;
    state: 'due' | 'done' | 'withdrawn';
    reason: string;
    actor: string;
    created_at: Generated<Date>;
  };
  refund_lines: { refund_id: string; order_id: string; quantity: number; cents: number };
  disputes: {
    id: string;
    intent_id: string;
    amount_cents: number;
    currency: string;
    reason: string;
    status: string;
    withdrawn_cents: number;
    due_at: Date | null;
    opened_at: Date;
    revision: Generated<number>;
    checked_at: Generated<Date>;
  };
  mails: {
    id: string;
    recipient: string;
    kind: string;
    facts: unknown;
    dedupe: string;
    created_at: Generated<Date>;
    sent_at: Date | null;
    attempts: Generated<number>;
    next_at: Generated<Date | null>;
    problem: string | null;
  };
  reviews: {
    id: string;
    user_id: string | null;
    name: string;
    email: string;
    rating: number;
    description: string;
    created_at: Generated<Date>;
  };
  events: {
    id: string;
    at: Generated<Date>;
    kind: string;
    actor: string;
    /** The line it tells of, or the purchase as a whole. */
    order_id: string | null;
    purchase_id: string | null;
    product_id: string | null;
    person: string | null;
    stock_change: number | null;
    /** What a person wrote. In entries without facts, from versions before, all that is told in words. */
    why: string | null;
    facts: unknown;
  };
  idempotency_keys: {
    user_id: string;
    call: string;
    key: string;
    request_hash: Buffer;
    answer: unknown;
    created_at: Generated<Date>;
  };
}
