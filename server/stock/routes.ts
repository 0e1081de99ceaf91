import bwipjs from 'bwip-js/node';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { stockCalls } from '#contract/stock/calls.ts';
import { type Label, MovementSchema, StockLevelSchema, type StockQuery } from '#contract/stock/schema.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import type { Tally } from '../ground/database/tally.ts';
import { tryAgain } from '../ground/database/transact.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { pagesOf, streamList } from '../ground/handling/page.ts';
import { notFound } from '../ground/handling/problem.ts';
import { attemptOf, once } from '../ground/idempotency/idempotency.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { isProduct, listMovements, tallyMovements } from './ledger.ts';
import { countStock, listStock, readIds, type StockFilter } from './list.ts';
import { bookCounts, bookMovement, bookMovements } from './move.ts';

export type StockCalls = keyof typeof stockCalls;

/** Products that words find at most: the best. */
const MOST_FOUND = 1000;
/** Products whose movements are counted. */
const MOST_TALLIES = 1000;

export function stockHandlers({ db }: Database, catalogue: Catalogue): HandlersOf<StockCalls> {
  const movements = new LRUCache<string, Tally>({
    max: MOST_TALLIES,
    memoMethod: (product) => tallyMovements(db, product),
  });

  function filterOf({ q, products, limit, after, ...filter }: StockQuery): StockFilter {
    const named = readIds(products);
    const found = q?.trim() ? catalogue.findIds({ q, limit: MOST_FOUND }) : undefined;
    const ids = named && found ? named.filter((id) => found.includes(id)) : (named ?? found);
    return { ...filter, ids };
  }

  return {
    async listMovements({ params: { id }, query }) {
      if (!(await isProduct(db, id))) throw notFound('product');
      const pages = pagesOf(query, (page) => listMovements(db, id, page));
      return streamList(MovementSchema, pages, await movements.memo(id).known());
    },

    async addMovement({ params: { id }, body, caller, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addMovement', idempotencyKey, { id, ...body });
      const moved = await tryAgain(() =>
        once(db, attempt, (transaction) => bookMovement(transaction, id, body, caller.email)),
      );
      await catalogue.refresh([id]);
      return moved;
    },

    async listStock({ query }) {
      const filter = filterOf(query);
      const pages = pagesOf(query, (page) => listStock(db, { ...filter, ...page }));
      return streamList(StockLevelSchema, pages, await countStock(db, filter));
    },

    async addCounts({ body, caller, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addCounts', idempotencyKey, body);
      const counted = await tryAgain(() =>
        once(db, attempt, (transaction) => bookCounts(transaction, body, caller.email)),
      );
      await catalogue.refresh(body.lines.map(({ productId }) => productId));
      return counted;
    },

    async addMovements({ body, caller, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addMovements', idempotencyKey, body);
      let changed: string[] = [];
      const answer = await tryAgain(() =>
        once(db, attempt, async (transaction) => {
          const moved = await bookMovements(transaction, body, caller.email);
          changed = moved.changed;
          return moved.answer;
        }),
      );
      await catalogue.refresh(changed);
      return answer;
    },

    listLabels: ({ query }) => readLabels(db, readIds(query.products)!),
  };
}

/** Returns what stands on the labels of products on sale, in the order of their ids. */
async function readLabels(db: Queryable, ids: readonly string[]): Promise<Label[]> {
  const { rows } = await sql<{
    id: string;
    sku: string;
    name: string;
    ean: string | null;
    bin: string | null;
  }>`
    select id, sku, name, ean, bin from products
    where id = any(${ids}::uuid[]) and removed_at is null
    order by array_position(${ids}::uuid[], id)`.execute(db);
  return rows.map(({ id, sku, name, ean, bin }) => {
    const bars = code128(sku);
    return {
      _id: id,
      sku,
      name,
      ...(ean !== null && { ean }),
      ...(bin !== null && { bin }),
      ...(bars && { bars }),
    };
  });
}

/** Returns a text as Code 128: the widths of its bars and spaces in modules. Undefined for letters that it does not have. */
function code128(text: string): number[] | undefined {
  if (!/^[ -~]+$/.test(text)) return undefined;
  const [code] = bwipjs.raw({ bcid: 'code128', text });
  return (code as { sbs: number[] }).sbs;
}
