import pLimit from 'p-limit';
import type { Own } from '#contract/kernel/reach.ts';
import type { listCalls } from '#contract/lists/calls.ts';
import { CART } from '#contract/lists/limits.ts';
import type { List, ListLine } from '#contract/lists/schema.ts';
import { LINE_FIELDS } from '#contract/matching/fields.ts';
import { lockOwner } from '../accounts/queries.ts';
import { isTokenValid } from '../accounts/tokens.ts';
import type { Database } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { whileConnected } from '../ground/handling/connected.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { notFound, Problem, unauthorized } from '../ground/handling/problem.ts';
import { explainRefused } from '../ground/handling/refused-change.ts';
import { attemptOf, once } from '../ground/idempotency/idempotency.ts';
import type { Limits, Trier } from '../ground/limits/limits.ts';
import { trierOf } from '../ground/limits/traffic.ts';
import { offersFor } from '../price-lists/offers.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { withinBounds } from './bounds.ts';
import { changeList, countLines, writeLines } from './change.ts';
import { exportLines } from './export.ts';
import { handOver } from './hand-over.ts';
import type { News } from './news.ts';
import {
  type FoundList,
  findList,
  insertList,
  listLines,
  listLists,
  lockList,
  removeList,
  type StoredList,
  toList,
} from './queries.ts';

export type ListCalls = keyof typeof listCalls;

/** How long a request waits for a newer version. */
const WAIT_MS = 20_000;

/** Bytes of the lines of a list that is read at once: more than a cart of 500 lines has. Larger ones take a tenth of a second. */
const LIGHT = 100_000;

/** Larger lists that are read at the same time. Each has a connection to the database, of which others need some too. */
const HEAVY_AT_ONCE = 2;

export function listHandlers(
  { db }: Database,
  catalogue: Catalogue,
  news: News,
  limits: Limits,
): HandlersOf<ListCalls> {
  const makeCart = (owner: Own) => transact(db, (transaction) => lockList(transaction, CART, owner));

  /** Returns a list that somebody may read. Their cart is made when there is none. */
  async function read(id: string, who: Own, key?: string): Promise<FoundList> {
    const find = () => findList(db, id, who, key);
    let list = await find();
    if (!list && id === CART) {
      await withinBounds(makeCart(who));
      list = await find();
    }
    if (!list) throw notFound('list');
    return list;
  }

  const heavy = pLimit(HEAVY_AT_ONCE);

  /** Reads the lines of a list: of large ones some at a time, so that whoever asks for theirs again and again waits for themselves. */
  function linesOf({ id, bytes }: StoredList, trier: Trier): Promise<ListLine[]> {
    if (bytes <= LIGHT) return listLines(db, id);
    return limits.share('readList', trier, () => heavy(() => listLines(db, id)));
  }

  async function withLines(list: FoundList, owner: Own, trier: Trier): Promise<List> {
    return toList(list, await linesOf(list, trier), owner);
  }

  return {
    listLists: ({ reach }) => listLists(db, reach),

    async getList({ params, query, caller, reach, rest, request }) {
      const { after, key } = query;
      const trier = trierOf(request, caller);
      const list = await read(params.id, reach, key);
      if (after === undefined || list.version > after) return withLines(list, reach, trier);
      const hasChanged = async () => (await read(list.id, reach, key)).version > after;
      // Whoever is answered so that another may wait asks again at once: those in turn would never rest.
      if (news.isFull(list.id, caller.userId)) await limits.count('wait', trier);
      await rest(() =>
        whileConnected(request, (signal) => news.wait(list.id, caller.userId, WAIT_MS, signal, hasChanged)),
      );
      // Meanwhile they may have signed out.
      if (!(await isTokenValid(db, caller.tokenHash))) throw unauthorized();
      const newer = await read(list.id, reach, key);
      return newer.version > after ? withLines(newer, reach, trier) : toList(newer, undefined, reach);
    },

    exportList({ params, query: { format = 'csv', key }, caller, reach, request }) {
      const trier = trierOf(request, caller);
      return limits.send('exportAll', trier, async () => {
        const lines = await linesOf(await read(params.id, reach, key), trier);
        const parts = lines.flatMap(({ productId }) => (productId && catalogue.get(productId)) || []);
        const offers = await offersFor(db, reach.buyerId, parts);
        const byId = new Map(parts.map((part) => [part._id, { ...part, ...offers.get(part._id) }]));
        return exportLines(lines, (productId) => byId.get(productId), format);
      });
    },

    async addList({ body, caller, reach, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addList', idempotencyKey, body);
      const { name, boards = null, lines = [] } = body;
      return withinBounds(
        once(db, attempt, async (transaction) => {
          await lockOwner(transaction, reach);
          const insertedId = await insertList(transaction, reach, name, boards);
          const byId = new Map(lines.map((line) => [line._id.toLowerCase(), line]));
          const written = [...byId.values()].map((line) => ({ line, changed: LINE_FIELDS }));
          await writeLines(transaction, insertedId, written);
          await countLines(transaction, insertedId);
          return { insertedId };
        }),
      );
    },

    async changeList({ params, body, caller, reach, can, idempotencyKey, request }) {
      const attempt = attemptOf(caller.userId, 'changeList', idempotencyKey, { id: params.id, ...body });
      const writer = { ...reach, mayShare: can('list.share') };
      const { listId, was, version, gone } = await withinBounds(
        once(db, attempt, (transaction) => changeList(transaction, params.id, writer, body)),
      );
      await news.tell(listId);
      if (was === body.version && !gone) return { version };
      const list = await withLines(await read(listId, reach), reach, trierOf(request, caller));
      return { version: list.version, list, gone };
    },

    async handOver({ params: { id }, body, caller, reach, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'handOver', idempotencyKey, { id, ...body });
      const isFull = () => new Problem('colleague_lists_full');
      return explainRefused(
        once(db, attempt, async (transaction) => ({
          insertedId: await handOver(transaction, id, reach, body),
        })),
        { users_lists_bound: isFull, users_list_bytes_bound: isFull },
      );
    },

    async removeList({ params, reach }) {
      const id = await transact(db, (transaction) => removeList(transaction, params.id, reach));
      if (id === undefined) return { deletedCount: 0 };
      await news.tell(id);
      return { deletedCount: 1 };
    },
  };
}
