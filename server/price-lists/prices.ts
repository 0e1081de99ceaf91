/** Writes the prices of lists, and keeps what they replace. */
import { sql } from 'kysely';
import { fieldError } from '#contract/kernel/field-message.ts';
import { toMicros } from '#contract/kernel/money.ts';
import { type ListedPrice, MOST_CHANGES, MOST_LISTED_PARTS } from '#contract/price-lists/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId, newId } from '../ground/database/uuid.ts';
import { invalidInput, notFound } from '../ground/handling/problem.ts';
import { explainRefused } from '../ground/handling/refused-change.ts';

/** All unit prices of a part in micros, as `price_list_replaced` keeps them. */
export interface LinePrices {
  micros: number;
  breakFrom: number[];
  breakMicros: number[];
}

interface Line extends LinePrices {
  productId: string;
}

/** The prices of a line of a list, as `LinePrices`. */
export const LINE_PRICES = sql`jsonb_build_object('micros', price_micros, 'breakFrom', break_from, 'breakMicros', break_micros)`;

/** Locks a price list, and returns it as it is then. Throws 404. */
export async function lockPriceList(transaction: Queryable, id: string) {
  const list = isId(id)
    ? await transaction
        .selectFrom('price_lists')
        .select(['name', 'valid_from', 'valid_to', 'minus_percent', 'version'])
        .where('id', '=', id)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : undefined;
  if (!list) throw notFound('price_list');
  return list;
}

/** Returns a line for each part of which prices are named. */
export function toLines(prices: readonly ListedPrice[]): Line[] {
  return [...Map.groupBy(prices, ({ productId }) => productId.toLowerCase())].map(
    ([productId, [first, ...breaks]]) => ({
      productId,
      micros: toMicros(first!.price),
      breakFrom: breaks.map(({ from }) => from!),
      breakMicros: breaks.map(({ price }) => toMicros(price)),
    }),
  );
}

/** Throws 400 where a price names a part that was not found. */
export function requireKnown(prices: readonly ListedPrice[], found: ReadonlySet<string>): void {
  const unknown = prices.flatMap(({ productId }, n) =>
    found.has(productId.toLowerCase()) ? [] : [fieldError(`prices.${n}.productId`, 'product_unknown')],
  );
  if (unknown.length > 0) throw invalidInput(unknown);
}

/** Which change another one undoes, and who has it undone. */
interface Undo {
  of: string;
  by: string;
}

/**
 * Writes all prices of some parts of a locked list, takes those of others out, and keeps what it replaces, unless the list is new. A row
 * that says the same already is not written. Returns the parts that there are, and how many have a price now or had one before.
 * @param removed parts; one that is in `lines`, too, gets its price
 * @param undo which change it undoes, where it does
 */
export async function replacePrices(
  transaction: Queryable,
  listId: string,
  {
    lines,
    removed = [],
    isNew = false,
    undo,
  }: { lines: readonly Line[]; removed?: readonly string[]; isNew?: boolean; undo?: Undo },
): Promise<{ found: ReadonlySet<string>; added: number; gone: number }> {
  const known = lines.filter(({ productId }) => isId(productId));
  const asked = removed.filter(isId);
  if (known.length + asked.length === 0) return { found: new Set(), added: 0, gone: 0 };
  const changeId = newId();
  const { rows } = await sql<{ found: string[]; added: number; gone: number }>`
    with line as materialized (
      select product.id, micros, "breakFrom", "breakMicros"
      from json_to_recordset(${JSON.stringify(known)}::json)
        as line ("productId" uuid, micros bigint, "breakFrom" int[], "breakMicros" bigint[])
        cross join lateral (select id from products where id = "productId" limit 1) as product
    ), taken as materialized (
      select distinct id from unnest(${asked}::uuid[]) as taken (id) where id not in (select id from line)
    ), former as materialized (
      select product_id, ${LINE_PRICES} as was
      from (select id from line union all select id from taken) as part
        join price_list_lines on list_id = ${listId}::uuid and product_id = part.id
    ), written as (
      insert into price_list_lines as old (list_id, product_id, price_micros, break_from, break_micros)
      select ${listId}::uuid, id, micros, "breakFrom", "breakMicros" from line
      order by id
      on conflict (list_id, product_id) do update
        set price_micros = excluded.price_micros, break_from = excluded.break_from, break_micros = excluded.break_micros
        where (old.price_micros, old.break_from, old.break_micros)
          is distinct from (excluded.price_micros, excluded.break_from, excluded.break_micros)
      returning product_id, ${LINE_PRICES} as became
    ), gone as (
      delete from price_list_lines using taken where list_id = ${listId}::uuid and product_id = taken.id
      returning product_id
    ), replaced as materialized (
      select product_id, was, became from written left join former using (product_id)
      union all
      select product_id, was, null from gone join former using (product_id)
    ), change as (
      insert into price_list_changes (id, list_id, priced, removed, undo_of, undo_by)
      select ${changeId}::uuid, ${listId}::uuid, count(became), count(*) - count(became), ${undo?.of ?? null}::uuid, ${undo?.by ?? null}::text
      from replaced
      having count(*) > 0 and not ${isNew}::boolean
      returning id
    ), kept as (
      insert into price_list_replaced (change_id, product_id, was, became)
      select change.id, product_id, was, became from change cross join replaced
    )
    select (select coalesce(json_agg(id), '[]') from line) as found,
      (select count(*) from replaced where was is null)::int as added,
      (select count(*) from gone)::int as gone`.execute(transaction);
  const { found, added, gone } = rows[0]!;
  await countParts(transaction, listId, added - gone);
  await forgetChanges(transaction, listId);
  return { found: new Set(found), added, gone };
}

/** Keeps what a change of a percentage replaces. */
export async function keepPercent(
  transaction: Queryable,
  listId: string,
  { was, became, undo }: { was: number; became: number; undo?: Undo },
): Promise<void> {
  if (was === became) return;
  const change = {
    id: newId(),
    list_id: listId,
    priced: 0,
    removed: 0,
    minus_was: was,
    minus_became: became,
    undo_of: undo?.of,
    undo_by: undo?.by,
  };
  await transaction.insertInto('price_list_changes').values(change).execute();
  await forgetChanges(transaction, listId);
}

/** Keeps the last changes of a list alone. */
async function forgetChanges(transaction: Queryable, listId: string): Promise<void> {
  const last = transaction.selectFrom('price_list_changes').select('id').where('list_id', '=', listId);
  await transaction
    .deleteFrom('price_list_changes')
    .where('list_id', '=', listId)
    .where('id', 'not in', last.orderBy('id', 'desc').limit(MOST_CHANGES))
    .execute();
}

async function countParts(transaction: Queryable, listId: string, more: number): Promise<void> {
  if (more === 0) return;
  await explainRefused(
    transaction
      .updateTable('price_lists')
      .set({ parts: sql<number>`parts + ${more}::int` })
      .where('id', '=', listId)
      .execute(),
    {
      price_lists_parts: () =>
        invalidInput([fieldError('prices', 'price_list_full', { most: MOST_LISTED_PARTS })]),
    },
  );
}
