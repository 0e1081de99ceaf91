/** The prices that buyers pay, from their price lists. */
import { type RawBuilder, sql } from 'kysely';
import { fromMicros } from '#contract/kernel/money.ts';
import type { Priced } from '#contract/kernel/price.ts';
import { type BuyerList, chooseOffer, MOST_LISTS, type Offer } from '#contract/price-lists/offer.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { prepare } from '../ground/database/prepare.ts';
import { today } from '../ground/days.ts';

/** A price list that counts for a buyer. */
interface ListRow {
  buyerId: string;
  kind: 'company' | 'group';
  id: string;
  name: string;
  minusPercent: number | null;
}

/** The lists of buyers in the order in which they count, by the buyers' ids. */
export type BuyersLists = ReadonlyMap<string, readonly BuyerList[]>;

/**
 * A common table expression: the price lists that count today for buyers. `limit` forces a look-up in an index for each, whatever
 * PostgreSQL expects of their number.
 */
const offeredLists = (buyerIds: RawBuilder<string[]>) => sql`
  offered_lists as materialized (
    select buyer.id as buyer_id, assigned.kind, position, list.*
    from (select id, currency, group_id from buyers where id = any(${buyerIds}::uuid[])) as buyer cross join lateral (
      (select 'company' as kind, position, list_id from buyer_price_lists where buyer_id = buyer.id limit ${sql.lit(MOST_LISTS)})
      union all
      (select 'group', position, list_id from group_price_lists where group_id = buyer.group_id limit ${sql.lit(MOST_LISTS)})
    ) as assigned cross join lateral (
      select id, name, minus_percent from price_lists
      where id = list_id and currency = buyer.currency
        and coalesce(valid_from <= ${today}, true) and coalesce(valid_to >= ${today}, true)
      limit 1
    ) as list
  )`;

/** Returns the lists of buyers, with the prices that were asked for. */
function toBuyersLists({ lists, listIds, productIds, micros, breakFrom, breakMicros }: Offered): BuyersLists {
  const pricesOf = new Map(lists?.map(({ id }) => [id, new Map<string, Priced>()]));
  for (const [nth, listId] of (listIds ?? []).entries()) {
    const line = { micros: micros![nth]!, breakFrom: breakFrom![nth]!, breakMicros: breakMicros![nth]! };
    pricesOf.get(listId)!.set(productIds![nth]!, toPriced(line));
  }
  const byBuyer = new Map<string, BuyerList[]>();
  for (const { buyerId, kind, id, name, minusPercent } of lists ?? []) {
    const own = byBuyer.get(buyerId) ?? [];
    own.push({ source: { kind, id, name }, minusPercent, prices: pricesOf.get(id)! });
    byBuyer.set(buyerId, own);
  }
  return byBuyer;
}

/** Returns unit prices that are stored as micros in dollars. */
export function toPriced({
  micros,
  breakFrom,
  breakMicros,
}: {
  micros: number;
  breakFrom: number[];
  breakMicros: number[];
}): Pick<Offer, 'price' | 'priceBreaks'> {
  const priceBreaks = breakFrom.map((from, n) => ({ from, price: fromMicros(breakMicros[n]!) }));
  return { price: fromMicros(micros), priceBreaks };
}

/** Null for none. Prices are in columns: PostgreSQL takes five times as long to name the values of each. */
interface Offered {
  lists: ListRow[] | null;
  listIds: string[] | null;
  productIds: string[] | null;
  micros: number[] | null;
  breakFrom: number[][] | null;
  breakMicros: number[][] | null;
}

/** Of each wanted product the prices of the first list that has it: lists are looked at in their order until one does. */
const readOffered = prepare<{ buyerIds: string[]; wanted: string }, Offered>(
  (value) => sql`
    with ${offeredLists(value('buyerIds'))}, ladders as materialized (
      select buyer_id, array_agg(id order by kind, position) as ids
      from offered_lists where minus_percent is null group by buyer_id
    ), wanted as materialized (
      select buyer_id, product_id
      from json_to_recordset(${value('wanted')}::json) as want (buyer_id uuid, product_ids uuid[]), unnest(product_ids) as product_id
    ), offered_prices as (
      select product_id, found.*
      from ladders join wanted using (buyer_id) cross join lateral (
        select line.* from unnest(ids) with ordinality as list (id, nth) cross join lateral (
          select list_id, price_micros, break_from, break_micros from price_list_lines
          where list_id = list.id and product_id = wanted.product_id
          limit 1
        ) as line
        order by nth limit 1
      ) as found
    )
    select (
      select json_agg(json_build_object('buyerId', buyer_id, 'kind', kind, 'id', id, 'name', name, 'minusPercent', minus_percent)
        order by kind, position)
      from offered_lists
    ) as lists, prices.*
    from (
      select json_agg(list_id) as "listIds", json_agg(product_id) as "productIds", json_agg(price_micros) as micros,
        json_agg(break_from) as "breakFrom", json_agg(break_micros) as "breakMicros"
      from offered_prices
    ) as prices`,
);

/** Whether price lists may count for a row of `buyers`. */
export const hasLists = sql<boolean>`(buyers.group_id is not null
  or exists (select from buyer_price_lists where buyer_price_lists.buyer_id = buyers.id))`;

/** Returns the price lists that count for buyers now, each with its prices of the wanted products that no list before it has. */
export async function readLists(
  db: Queryable,
  wanted: { buyerId: string; productIds: Iterable<string> }[],
): Promise<BuyersLists> {
  const rows = wanted.map(({ buyerId, productIds }) => ({
    buyer_id: buyerId,
    product_ids: [...new Set(productIds)],
  }));
  const asked = rows.filter(({ product_ids: ids }) => ids.length > 0);
  if (asked.length === 0) return new Map();
  const buyerIds = asked.map(({ buyer_id: id }) => id);
  const [found] = await readOffered(db, { buyerIds, wanted: JSON.stringify(asked) });
  return toBuyersLists(found!);
}

/** The same for one buyer. */
export const listsFor = async (
  db: Queryable,
  buyerId: string,
  productIds: Iterable<string>,
): Promise<readonly BuyerList[]> => (await readLists(db, [{ buyerId, productIds }])).get(buyerId) ?? [];

/** Returns what products cost a buyer now, by their ids: of each all unit prices, and where they come from. */
export async function offersFor(
  db: Queryable,
  buyerId: string,
  products: readonly Pick<Product, '_id' | 'price' | 'priceBreaks'>[],
): Promise<Map<string, Offer>> {
  const ids = products.map(({ _id }) => _id);
  const lists = await listsFor(db, buyerId, ids);
  return new Map(products.map((product) => [product._id, chooseOffer(product._id, product, lists)]));
}
