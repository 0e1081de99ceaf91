/** The prices that buyers pay, from their price lists. */
import { type RawBuilder, sql } from 'kysely';
import { fromMicros } from '#contract/kernel/money.ts';
import type { Priced } from '#contract/kernel/price.ts';
import { type BuyerList, MOST_LISTS, type Offer } from '#contract/price-lists/offer.ts';
import type { Queryable } from '../ground/database/client.ts';
import { prepare } from '../ground/database/prepare.ts';
import { today } from '../ground/days.ts';

/** A price list that counts for a buyer. */
export interface ListRow {
  buyerId: string;
  kind: 'company' | 'group';
  id: string;
  name: string;
  minusPercent: number | null;
}

/** The lists of buyers in the order in which they count, by the buyers' ids. */
export type BuyersLists = ReadonlyMap<string, readonly BuyerList[]>;

/**
 * A common table expression: the price lists that count today for `buyers`, a table with id, currency and group_id. `limit` forces a
 * look-up in an index for each, whatever PostgreSQL expects of their number.
 */
export const offeredLists = (buyers: RawBuilder<unknown>) => sql`
  offered_lists as materialized (
    select buyer.id as buyer_id, assigned.kind, position, list.*
    from ${buyers} as buyer cross join lateral (
      (select 'company' as kind, position, list_id from buyer_price_lists where buyer_id = buyer.id limit ${sql.lit(MOST_LISTS)})
      union all
      (select 'group', position, list_id from group_price_lists where group_id = buyer.group_id limit ${sql.lit(MOST_LISTS)})
    ) as assigned cross join lateral (
      select id, name, minus_percent, version from price_lists
      where id = list_id and currency = buyer.currency
        and coalesce(valid_from <= ${today}, true) and coalesce(valid_to >= ${today}, true)
      limit 1
    ) as list
  )`;

/** Returns the lists of buyers, with the prices that were asked for. */
function toBuyersLists({ lists, prices }: OfferedRows): BuyersLists {
  const pricesOf = Map.groupBy(prices ?? [], ({ listId }) => listId);
  const byBuyer = new Map<string, BuyerList[]>();
  for (const { buyerId, kind, id, name, minusPercent } of lists ?? []) {
    const own = byBuyer.get(buyerId) ?? [];
    const priced = (pricesOf.get(id) ?? []).map((row): [string, Priced] => [row.productId, toPriced(row)]);
    own.push({ source: { kind, id, name }, minusPercent, prices: new Map(priced) });
    byBuyer.set(buyerId, own);
  }
  return byBuyer;
}

/** Returns unit prices that are stored as micros in dollars. */
export function toPriced({
  micros,
  breakFrom,
  breakMicros,
}: Omit<NonNullable<OfferedRows['prices']>[number], 'listId' | 'productId'>): Pick<
  Offer,
  'price' | 'priceBreaks'
> {
  const priceBreaks = breakFrom.map((from, n) => ({ from, price: fromMicros(breakMicros[n]!) }));
  return { price: fromMicros(micros), priceBreaks };
}

/** Null for none. */
interface OfferedRows {
  lists: ListRow[] | null;
  prices:
    | { listId: string; productId: string; micros: number; breakFrom: number[]; breakMicros: number[] }[]
    | null;
}

const readOffered = prepare<{ wanted: string }, OfferedRows>(
  (value) => sql`
    with wanted as materialized (
      select distinct buyer_id, product_id from json_to_recordset(${value('wanted')}::json) as want (buyer_id uuid, product_id uuid)
    ), ${offeredLists(sql`(select id, currency, group_id from buyers where id = any(array(select buyer_id from wanted)))`)},
    offered_prices as materialized (
      select distinct list_id, product_id, price_micros, break_from, break_micros
      from offered_lists join wanted using (buyer_id) cross join lateral (
        select list_id, price_micros, break_from, break_micros from price_list_lines
        where list_id = offered_lists.id and product_id = wanted.product_id
        limit 1
      ) as line
      where minus_percent is null
    )
    select (
      select json_agg(json_build_object('buyerId', buyer_id, 'kind', kind, 'id', id, 'name', name, 'minusPercent', minus_percent)
        order by kind, position)
      from offered_lists
    ) as lists, (
      select json_agg(json_build_object('listId', list_id, 'productId', product_id, 'micros', price_micros,
        'breakFrom', break_from, 'breakMicros', break_micros))
      from offered_prices
    ) as prices`,
);

/** Whether price lists may count for a row of `buyers`. */
export const hasLists = sql<boolean>`(buyers.group_id is not null
  or exists (select from buyer_price_lists where buyer_price_lists.buyer_id = buyers.id))`;

/** Returns the price lists that count for buyers now, with what they say of the products that each wants. */
export async function readLists(
  db: Queryable,
  wanted: { buyerId: string; productIds: Iterable<string> }[],
): Promise<BuyersLists> {
  const pairs = wanted.flatMap(({ buyerId, productIds }) =>
    Array.from(productIds, (productId) => ({ buyer_id: buyerId, product_id: productId })),
  );
  if (pairs.length === 0) return new Map();
  const [found] = await readOffered(db, { wanted: JSON.stringify(pairs) });
  return toBuyersLists(found!);
}

/** The same for one buyer. */
export const listsFor = async (
  db: Queryable,
  buyerId: string,
  productIds: Iterable<string>,
): Promise<readonly BuyerList[]> => (await readLists(db, [{ buyerId, productIds }])).get(buyerId) ?? [];
