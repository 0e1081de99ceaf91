/** Refunds whose money has to go back: those that are due, and how often they were tried. */
import { sql } from 'kysely';
import type { RefundReason } from '#contract/payments/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
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

/** Takes refunds that are due; each is due again later, until it is confirmed. */
export async function takeDueRefunds(db: Queryable, limit: number): Promise<DueRefund[]> {
  const { rows } = await sql<DueRefund>`
    update payments
    set refund_attempts = refund_attempts + 1,
      refund_next_at = ${NEXT_TRY}
    where intent_id in (
      select intent_id from payments
      where state = 'refunding' and refund_next_at <= now()
      order by refund_next_at limit ${limit} for update skip locked
    )
    returning intent_id as "intentId", purchase_id as "purchaseId", refund_reason as reason, refund_cause as cause,
      refund_actor as actor,
      refund_refusals as refusals, part_id as "partId", part_cents as "partCents"`.execute(db);
  return rows;
}

/** Lets refunds that were taken and not tried be due again, as if they had not been. */
export async function postponeRefunds(db: Queryable, intentIds: string[]): Promise<void> {
  await sql`update payments set refund_attempts = refund_attempts - 1, refund_next_at = now()
    where intent_id = any(${intentIds}::text[]) and state = 'refunding' and refund_attempts > 0`.execute(db);
}

/** The refund of a locked payment whose money has to go back. */
export async function readDueRefund(transaction: Queryable, intentId: string): Promise<DueRefund> {
  return transaction
    .selectFrom('payments')
    .select(['intent_id as intentId', 'purchase_id as purchaseId', 'refund_refusals as refusals'])
    .select(['refund_reason as reason', 'refund_cause as cause'])
    .select(['part_id as partId', 'part_cents as partCents'])
    .select(sql<string>`refund_actor`.as('actor'))
    .where('intent_id', '=', intentId)
    .executeTakeFirstOrThrow();
}

/** Counts a refusal of a locked payment's refund that is tried again, and keeps its code. */
export async function countRefusal(transaction: Queryable, intentId: string, refusal: string): Promise<void> {
  await transaction
    .updateTable('payments')
    .set(toRefused(refusal))
    .where('intent_id', '=', intentId)
    .execute();
}
