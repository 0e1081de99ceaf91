/** Undoes changes of price lists. */
import { sql } from 'kysely';
import { MOST_NAMED, type PriceListUndone } from '#contract/price-lists/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { notFound, Problem } from '../ground/handling/problem.ts';
import { recordEvent } from '../log/queries.ts';
import { keepPercent, LINE_PRICES, type LinePrices, lockPriceList, replacePrices } from './prices.ts';

/**
 * Puts back what a change of a list replaced, of the parts that still have what it wrote. It is a change itself, so it can be undone.
 * Throws 404, and 409 where it was undone before, or a percentage was changed since.
 */
export async function undoChange(
  transaction: Queryable,
  listId: string,
  changeId: string,
  actor: string,
): Promise<PriceListUndone> {
  const list = await lockPriceList(transaction, listId);
  // With the list locked nobody else undoes it.
  const change = isId(changeId)
    ? await transaction
        .selectFrom('price_list_changes')
        .select(['minus_was', 'minus_became', 'undone_at'])
        .where('id', '=', changeId)
        .where('list_id', '=', listId)
        .executeTakeFirst()
    : undefined;
  if (!change) throw notFound('price_list_change');
  if (change.undone_at) throw new Problem('already_undone');
  if (change.minus_became !== null && change.minus_became !== list.minus_percent)
    throw new Problem('changed_meanwhile', { revision: list.version });
  const minusPercent = change.minus_was === null ? undefined : Number(change.minus_was);
  await transaction
    .updateTable('price_lists')
    .set({ version: sql<number>`version + 1` })
    .$if(minusPercent !== undefined, (query) => query.set({ minus_percent: minusPercent! }))
    .where('id', '=', listId)
    .execute();
  await transaction
    .updateTable('price_list_changes')
    .set({ undone_at: sql<Date>`now()` })
    .where('id', '=', changeId)
    .execute();
  const undo = { of: changeId, by: actor };
  if (minusPercent !== undefined)
    await keepPercent(transaction, listId, { was: Number(list.minus_percent), became: minusPercent, undo });
  const parts = await findReplaced(transaction, listId, changeId);
  const same = parts.filter(({ isSame }) => isSame);
  await replacePrices(transaction, listId, {
    lines: same.flatMap(({ productId, was }) => (was ? [{ productId, ...was }] : [])),
    removed: same.flatMap(({ productId, was }) => (was ? [] : [productId])),
    undo,
  });
  const others = parts.filter(({ isSame }) => !isSame);
  const counts = { restored: same.length, left: others.length };
  const facts = { listId, name: list.name, ...counts, ...(minusPercent !== undefined && { minusPercent }) };
  await recordEvent(transaction, { kind: 'price_list_change_undone', actor, facts });
  return { ...counts, leftSkus: others.slice(0, MOST_NAMED).map(({ sku }) => sku) };
}

interface ReplacedPart {
  productId: string;
  sku: string;
  was: LinePrices | null;
  /** Whether it still has what the change wrote. */
  isSame: boolean;
}

/** Returns the parts that a change was about, but for those that have what they had before it. */
async function findReplaced(
  transaction: Queryable,
  listId: string,
  changeId: string,
): Promise<ReplacedPart[]> {
  const { rows } = await sql<ReplacedPart>`
    select replaced.product_id as "productId", sku, was, became is not distinct from line.now as "isSame"
    from price_list_replaced as replaced join products on products.id = replaced.product_id
      left join lateral (
        select ${LINE_PRICES} as now from price_list_lines
        where list_id = ${listId}::uuid and product_id = replaced.product_id
      ) as line on true
    where change_id = ${changeId}::uuid and was is distinct from line.now
    order by sku`.execute(transaction);
  return rows;
}
