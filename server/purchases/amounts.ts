import { type ExpressionBuilder, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { type Amounts, amountsOf, type Charge, type TaxRate } from '#contract/kernel/amounts.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Schema } from '../ground/database/schema.ts';

/** What decides, beside its lines, on what a purchase comes to. A tax that goes by the address or the buyer finds them here. */
export interface Besides {
  charges: readonly Charge[];
}

/** Nothing is taxed, as long as no tax is set up. */
const OUTSIDE: TaxRate = { category: 'O', rateBp: 0 };

/** Returns what lines of a purchase come to, with its charges. This alone says how they are taxed. */
export function totalOf(lines: readonly { cents: number }[], { charges }: Besides): Amounts {
  const nets = lines.map(({ cents }) => ({ netCents: cents }));
  return amountsOf(nets, charges, () => OUTSIDE);
}

/** Selects the charges of a row of `purchases`. Under its lock nobody else changes them. */
export const chargesOf = (purchases: ExpressionBuilder<Schema, 'purchases'>) =>
  jsonArrayFrom(
    purchases
      .selectFrom('charges')
      .select(['net_cents as netCents', 'category', 'rate_bp as rateBp'])
      .whereRef('purchase_id', '=', 'purchases.id')
      .orderBy('no'),
  ).as('charges');

/** Writes what a locked purchase comes to now: what was approved of it is another revision. */
export async function writeTotal(transaction: Queryable, purchaseId: string, cents: number): Promise<void> {
  await transaction
    .updateTable('purchases')
    .set({ total_cents: cents, payable_cents: cents, revision: sql<number>`revision + 1` })
    .where('id', '=', purchaseId)
    .execute();
}
