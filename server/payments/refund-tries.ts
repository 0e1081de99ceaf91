/** Refunds whose money has to go back: those that are due, and how often they were tried. */
import { sql } from 'kysely';
import type { RefundReason } from '#contract/payments/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Queue } from '../ground/outbox/queue.ts';
import { NEXT_TRY, toRefused } from './queries.ts';

/** Money that has to go back. */
export interface DueRefund extends RefundReason {
  intentId: string;
  purchaseId: string | null;
  actor: string;
  /** How often the provider has refused it. */
  refusals: number;
  partId: string | null;
  partCents: number | null;
}

const COLUMNS = sql<DueRefund>`intent_id as "intentId", purchase_id as "purchaseId", refund_reason as reason,
  refund_cause as cause, refund_actor as actor, refund_refusals as refusals, part_id as "partId", part_cents as "partCents"`;

/** Refunds that are due. One that is taken is due again later, until it is confirmed. */
export const DUE_REFUNDS: Queue<DueRefund> = {
  table: sql`payments`,
  key: sql`intent_id`,
  at: sql`refund_next_at`,
  due: sql`state = 'refunding' and refund_next_at <= now()`,
  taking: sql`refund_attempts = refund_attempts + 1, refund_next_at = ${NEXT_TRY}`,
  untried: sql`refund_attempts = greatest(refund_attempts - 1, 0), refund_next_at = now()`,
  columns: COLUMNS,
  limit: 20,
};

/** The refund of a locked payment whose money has to go back. */
export async function readDueRefund(transaction: Queryable, intentId: string): Promise<DueRefund> {
  const { rows } = await sql<DueRefund>`
    select ${COLUMNS} from payments where intent_id = ${intentId}`.execute(transaction);
  return rows[0]!;
}

/** Counts a refusal of a locked payment's refund that is tried again, and keeps its code. */
export async function countRefusal(transaction: Queryable, intentId: string, refusal: string): Promise<void> {
  await transaction
    .updateTable('payments')
    .set(toRefused(refusal))
    .where('intent_id', '=', intentId)
    .execute();
}
