import { sql } from 'kysely';
import type { SettingValues } from '#contract/settings/schema.ts';
import type { Queryable } from '../ground/database/client.ts';

/** Who sells, as documents say it. Invoices of earlier versions may lack what was added since. */
export type Seller = Omit<SettingValues['shop'], 'claim'> & {
  /** In which the document's days are written. Documents of earlier versions have none. */
  timeZone?: string;
};

/** Returns the seller by the current settings. */
export function sellerOf({ shop: { claim: _, ...seller }, orders: { timeZone } }: SettingValues): Seller {
  return { ...seller, timeZone };
}

/**
 * What connections say of who sells (content/): while the settings say nothing else, what is settled and
 * refunded by them is issued in this name, also while processes of another version, whose content/ says something else, do the same.
 */
export const sellingAs = (seller: Omit<Seller, 'timeZone'>) => ({ 'shop.seller': JSON.stringify(seller) });

/**
 * Returns the row of the seller by the current settings, or else by content/; where neither says, the newest row. Adds a row where none
 * has these facts; transactions that do so at the same moment add one each.
 */
export async function noteSeller(db: Queryable): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with told as (
      select jsonb_build_object('timeZone', shop_zone()) || coalesce(
        (select value - 'claim' from shop_settings where section = 'shop' order by revision desc limit 1),
        nullif(current_setting('shop.seller', true), '')::jsonb
      ) as facts
    ), known as (
      select (select id from sellers where sellers.facts = told.facts order by id desc limit 1) as id from told
    ), added as (
      insert into sellers (facts) select facts from told, known where id is null and facts is not null returning id
    )
    select coalesce(id, (select id from added), (select max(id) from sellers)) as id from known`.execute(db);
  return rows[0]!.id;
}
