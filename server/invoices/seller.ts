import { sql } from 'kysely';
import type { seller } from '#content/shop.ts';
import type { Queryable } from '../database/client.ts';

/** Who sells, as documents say it. Invoices of earlier versions may lack what was added since. */
export type Seller = typeof seller;

/**
 * What connections say of who sells: the database issues what is settled and refunded by them in this name, also while processes
 * of another version, whose content/ says something else, do the same.
 */
export const sellingAs = (seller: Seller) => ({ 'shop.seller': JSON.stringify(seller) });

/** Notes who sells, so that invoices of before there were sellers have one. */
export async function noteSeller(db: Queryable): Promise<void> {
  await sql`select seller_of_process()`.execute(db);
}
