import { sql } from 'kysely';
import type { SettingValues } from '#contract/settings/schema.ts';
import type { Queryable } from '../ground/database/client.ts';

/** Who sells, as documents say it. Invoices of earlier versions may lack what was added since. */
export type Seller = Omit<SettingValues['shop'], 'claim'> & {
  /** In which the document's days are written. Documents of earlier versions have none. */
  timeZone?: string;
};

/** Who sells by the settings of now. */
export function sellerOf({ shop: { claim: _, ...seller }, orders: { timeZone } }: SettingValues): Seller {
  return { ...seller, timeZone };
}

/**
 * What connections say of who sells (content/): while the settings say nothing else, the database issues what is settled and
 * refunded by them in this name, also while processes of another version, whose content/ says something else, do the same.
 */
export const sellingAs = (seller: Omit<Seller, 'timeZone'>) => ({ 'shop.seller': JSON.stringify(seller) });

/** Notes who sells, so that invoices of before there were sellers have one. */
export async function noteSeller(db: Queryable): Promise<void> {
  await sql`select seller_of_process()`.execute(db);
}
