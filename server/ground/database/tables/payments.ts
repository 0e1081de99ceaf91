import type { ColumnType, Generated } from 'kysely';
import type { RefundCause } from '#contract/payments/schema.ts';

/** Payments, refunds and disputes. */
export interface PaymentTables {
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
    /** Who pays; null once the account is gone. */
    user_id: string | null;
    buyer_id: string | null;
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
    /** The partial refund that is being carried out, and its cents. */
    part_id: string | null;
    part_cents: number | null;
    /** When the buyer first tried to pay; null when they have not, and when the first try paid it. */
    begun_at: Date | null;
  };
  /** Refunds of part of a payment, by lines and pieces. */
  refunds: {
    id: string;
    payment_id: string;
    cents: number;
    currency: ColumnType<string, never, never>;
    state: 'due' | 'done' | 'withdrawn';
    reason: string;
    actor: string;
    created_at: Generated<Date>;
  };
  /** `cancelled` pieces will not be shipped; `restocked` of these are for sale again, and `counted` by a count of the shelf. */
  refund_lines: {
    refund_id: string;
    order_id: string;
    quantity: number;
    cents: number;
    currency: ColumnType<string, never, never>;
    cancelled: Generated<number>;
    restocked: Generated<number>;
    counted: Generated<number>;
  };
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
}
