/** What a change of a price list does to prices, without saving it. */
import { sql } from 'kysely';
import { fromMicros, toMicros } from '#contract/kernel/money.ts';
import { type Priced, unitPrice } from '#contract/kernel/price.ts';
import { MOST_NAMED_CHANGES, type PriceEffect, type PriceEffectAsk } from '#contract/price-lists/effect.ts';
import type { ListedPrice } from '#contract/price-lists/schema.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { notFound } from '../ground/handling/problem.ts';
import { toPriced } from './offers.ts';

/** The prices of a part by a list before and after a change; undefined where the list has none. */
export interface ChangedPart {
  productId: string;
  sku: string;
  listed: Priced;
  before: Priced | undefined;
  after: Priced | undefined;
}

/** Returns how many parts become dearer and cheaper, and the largest changes. Parts that are not on sale are left out. Throws 404. */
export async function readEffect(
  db: Queryable,
  catalogue: { get: (id: string) => Product | undefined; size: number },
  { listId, minusPercent, prices = [], removed = [] }: PriceEffectAsk,
): Promise<PriceEffect> {
  const list = listId === undefined ? undefined : await findList(db, listId);
  if (minusPercent !== undefined)
    return effectOfPercent(catalogue.size, Number(list?.minus_percent ?? 0), minusPercent);
  const after = new Map<string, Priced | undefined>();
  for (const id of removed) after.set(id.toLowerCase(), undefined);
  for (const [id, listed] of Map.groupBy(prices, ({ productId }) => productId.toLowerCase()))
    after.set(id, toLadder(listed));
  const before = list ? await findPrices(db, list.id, [...after.keys()].filter(isId)) : new Map();
  const parts = [...after].flatMap(([productId, priced]): ChangedPart[] => {
    const product = catalogue.get(productId);
    if (!product) return [];
    return [{ productId, sku: product.sku, listed: product, before: before.get(productId), after: priced }];
  });
  return effectOf(parts);
}

const NO_EFFECT: PriceEffect = {
  dearer: 0,
  cheaper: 0,
  same: 0,
  former: 0,
  belowFormer: 0,
  losesBreaks: 0,
  lostBreaks: [],
  largest: [],
};

/** Counts changed parts. Pure. */
export function effectOf(parts: readonly ChangedPart[]): PriceEffect {
  const effect: PriceEffect = { ...NO_EFFECT, lostBreaks: [] };
  const changes: { change: number; named: PriceEffect['largest'][number] }[] = [];
  for (const part of parts) {
    const all = changesOf(part);
    const isDearer = all.some(({ before, after }) => after > before);
    const isCheaper = all.some(({ before, after }) => after < before);
    if (isDearer) effect.dearer += 1;
    else if (isCheaper) effect.cheaper += 1;
    else effect.same += 1;
    if (part.before) effect.former += 1;
    if (isCheaper && part.before) effect.belowFormer += 1;
    const from = lostBreaks(part);
    if (from.length > 0) effect.losesBreaks += 1;
    if (from.length > 0 && effect.losesBreaks <= MOST_NAMED_CHANGES)
      effect.lostBreaks.push({ productId: part.productId, sku: part.sku, from });
    if (!isDearer && !isCheaper) continue;
    const [largest] = all.sort((one, other) => shareOf(other) - shareOf(one));
    const { quantity, before, after } = largest!;
    const named = { productId: part.productId, sku: part.sku, quantity };
    changes.push({
      change: shareOf(largest!),
      named: { ...named, before: fromMicros(before), after: fromMicros(after) },
    });
  }
  changes.sort((one, other) => other.change - one.change);
  effect.largest = changes.slice(0, MOST_NAMED_CHANGES).map(({ named }) => named);
  return effect;
}

interface Change {
  quantity: number;
  /** In micros. */
  before: number;
  after: number;
}

const shareOf = ({ before, after }: Change) => Math.abs(after - before) / before;

const breaksOf = ({ priceBreaks = [] }: Priced) => priceBreaks.map(({ from }) => from);

/** Returns the quantities from which a piece cost less, and does so no more. */
function lostBreaks({ listed, before = listed, after = listed }: ChangedPart): number[] {
  const kept = new Set(breaksOf(after));
  return breaksOf(before).filter((from) => !kept.has(from));
}

/** Returns what a piece costs before and after, at each quantity from which a price counts. */
function changesOf({ listed, before = listed, after = listed }: ChangedPart): Change[] {
  const froms = [before, after].flatMap(breaksOf);
  return [...new Set([1, ...froms])].map((quantity) => ({
    quantity,
    before: toMicros(unitPrice(before, quantity)),
    after: toMicros(unitPrice(after, quantity)),
  }));
}

function effectOfPercent(parts: number, before: number, after: number): PriceEffect {
  return {
    ...NO_EFFECT,
    dearer: after < before ? parts : 0,
    cheaper: after > before ? parts : 0,
    same: after === before ? parts : 0,
    former: before > 0 ? parts : 0,
    belowFormer: before > 0 && after > before ? parts : 0,
  };
}

function toLadder([first, ...breaks]: ListedPrice[]): Priced {
  return {
    price: first!.price,
    priceBreaks: breaks.map(({ from, price }) => ({ from: from!, price })),
  };
}

async function findList(db: Queryable, id: string): Promise<{ id: string; minus_percent: string | null }> {
  const list = isId(id)
    ? await db
        .selectFrom('price_lists')
        .select(['id', 'minus_percent'])
        .where('id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!list) throw notFound('price_list');
  return list;
}

async function findPrices(db: Queryable, listId: string, ids: string[]): Promise<Map<string, Priced>> {
  const rows = await db
    .selectFrom('price_list_lines')
    .select(['product_id as productId', 'price_micros as micros'])
    .select(['break_from as breakFrom', 'break_micros as breakMicros'])
    .where('list_id', '=', listId)
    .where('product_id', 'in', sql<string>`(select unnest(${ids}::uuid[]))`)
    .execute();
  return new Map(rows.map((row) => [row.productId, toPriced(row)]));
}
