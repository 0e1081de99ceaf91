import type { Charge } from '#contract/kernel/amounts.ts';
import type { Queryable } from '../ground/database/client.ts';

/** Returns what a purchase has beside its lines. Under the purchase's lock nobody else changes it. */
export function chargesOf(db: Queryable, purchaseId: string): Promise<Charge[]> {
  return db
    .selectFrom('charges')
    .select(['net_cents as netCents', 'category', 'rate_bp as rateBp'])
    .where('purchase_id', '=', purchaseId)
    .orderBy('no')
    .execute();
}
