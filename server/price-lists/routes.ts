import type { priceListCalls } from '#contract/price-lists/calls.ts';
import { PriceListSchema } from '#contract/price-lists/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { pagesOf, streamList } from '../ground/handling/page.ts';
import { attemptOf, once } from '../ground/idempotency/idempotency.ts';
import type { Catalogue } from '../products/catalogue.ts';
import type { OwnNumbers } from '../products/own-numbers.ts';
import { assignToCompany, assignToGroup, insertGroup, insertPriceList, updatePriceList } from './change.ts';
import { readEffect } from './effect.ts';
import { offersFor } from './offers.ts';
import { countPriceLists, getCompanyLists, getPriceList, listGroups, listPriceLists } from './queries.ts';
import { undoChange } from './undo.ts';

export type PriceListCalls = keyof typeof priceListCalls;

export function priceListHandlers(
  { db }: Database,
  catalogue: Pick<Catalogue, 'get' | 'size'>,
  ownNumbers: Pick<OwnNumbers, 'of'>,
): HandlersOf<PriceListCalls> {
  return {
    async listOffers({ query: { ids }, reach }) {
      const products = [...new Set(ids)].flatMap((id) => catalogue.get(id) ?? []);
      const [offers, own] = await Promise.all([offersFor(db, reach.buyerId, products), ownNumbers.of(reach)]);
      return [...offers].map(([productId, offer]) => {
        const ownNumber = own?.numbers.get(productId);
        return { productId, ...offer, ...(ownNumber !== undefined && { ownNumber }) };
      });
    },

    async listPriceLists({ query }) {
      const pages = pagesOf(query, (page) => listPriceLists(db, page));
      return streamList(PriceListSchema, pages, await countPriceLists(db));
    },

    getPriceList: ({ params, query }) => getPriceList(db, params.id, query.after),

    addPriceList({ body, caller, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addPriceList', idempotencyKey, body);
      return once(db, attempt, async (transaction) => ({
        insertedId: await insertPriceList(transaction, body, caller.email),
      }));
    },

    async changePriceList({ params, body, caller }) {
      await transact(db, (transaction) => updatePriceList(transaction, params.id, body, caller.email));
      return { modifiedCount: 1 };
    },

    undoPriceListChange: ({ params: { id, changeId }, caller }) =>
      transact(db, (transaction) => undoChange(transaction, id, changeId, caller.email)),

    readPriceEffect: ({ body }) => readEffect(db, catalogue, body),

    getCompanyLists: ({ params }) => getCompanyLists(db, params.id),

    async setCompanyLists({ params, body, caller }) {
      await transact(db, (transaction) => assignToCompany(transaction, params.id, body, caller.email));
      return { modifiedCount: 1 };
    },

    listBuyerGroups: () => listGroups(db),

    addBuyerGroup({ body: { name }, caller, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addBuyerGroup', idempotencyKey, { name });
      return once(db, attempt, async (transaction) => ({
        insertedId: await insertGroup(transaction, name, caller.email),
      }));
    },

    async setGroupLists({ params, body, caller }) {
      await transact(db, (transaction) => assignToGroup(transaction, params.id, body, caller.email));
      return { modifiedCount: 1 };
    },
  };
}
