/** Goods that lines of purchases wait for. */
import { sql } from 'kysely';
import type { PurchaseState } from './rules.ts';

/** The day on which pieces are expected that a row of `orders` waits for; null when there are none. */
export const expectedOn = sql<
  string | null
>`case when awaited > 0 then (select due_on from receipts where receipts.id = receipt_id) end`;

/** What a line is answered with. A refunded one waits for nothing. */
export function expectedFields(row: { expected_on: string | null; awaited: number; state: PurchaseState }) {
  if (row.expected_on === null || row.state === 'refunded') return {};
  return { expectedOn: row.expected_on, expectedPieces: row.awaited };
}
