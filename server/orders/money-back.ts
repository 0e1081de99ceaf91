import { type ExpressionBuilder, sql } from 'kysely';
import { toDollars } from '#contract/kernel/money.ts';
import type { Schema } from '../ground/database/schema.ts';
import { LOST, UNDECIDED } from '../payments/dispute-rules.ts';

/** What the bank may take back, or has for good, of the payment that paid a purchase. */
export const MONEY_BACK = [
  (e: ExpressionBuilder<Schema, 'purchases'>) => centsOfDisputes(e, UNDECIDED).as('disputed_cents'),
  (e: ExpressionBuilder<Schema, 'purchases'>) => centsOfDisputes(e, LOST).as('taken_back_cents'),
] as const;

function centsOfDisputes(e: ExpressionBuilder<Schema, 'purchases'>, statuses: readonly string[]) {
  return e
    .selectFrom('disputes')
    .select(sql<number | null>`sum(disputes.amount_cents)::integer`.as('cents'))
    .whereRef('disputes.intent_id', '=', 'purchases.transaction_id')
    .where('disputes.status', 'in', statuses);
}

interface RefundedRow {
  quantity: number;
  total_cents: number;
  refunded_quantity: number;
  line_refunded_cents: number;
  refunding_quantity: number;
  refunding_cents: number;
}

/**
 * What of a line was refunded or is due, in pieces and dollars: what was refunded by pieces, and all of it once `isAll` of the payment
 * has gone back, so that the lines add up to their purchase.
 */
export function refundedFields(row: RefundedRow, isAll: boolean) {
  return {
    refundedPieces: isAll ? row.quantity : row.refunded_quantity,
    refundedOfLine: toDollars(isAll ? row.total_cents : row.line_refunded_cents),
    refundingPieces: row.refunding_quantity,
    refundingOfLine: toDollars(row.refunding_cents),
  };
}

const ofDueRefund = (column: 'quantity' | 'cents') => sql<number>`(
  select coalesce(sum(${sql.ref(`refund_lines.${column}`)}), 0)::integer
  from refund_lines join refunds on refunds.id = refund_id where order_id = orders.id and refunds.state = 'due')`;

/** What of a line's refunded pieces has not gone back yet. One refund of a payment is due at a time. */
export const REFUNDING = [
  ofDueRefund('quantity').as('refunding_quantity'),
  ofDueRefund('cents').as('refunding_cents'),
] as const;
