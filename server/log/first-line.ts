import { type RawBuilder, sql } from 'kysely';

/** Selects the line by whose page people find a purchase: its first that is not deleted, otherwise its first. */
export function firstLineOf(purchaseId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(
    select orders.id from orders where orders.purchase_id = ${purchaseId}
    order by orders.deleted_at is not null, orders.line_no limit 1)`;
}
