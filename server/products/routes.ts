import type { productCalls } from '#contract/calls/products.ts';
import { ProductSchema } from '#contract/products.ts';
import type { Database } from '../database/client.ts';
import { Answer } from '../handling/answer.ts';
import type { HandlersOf } from '../handling/handler.ts';
import { slices, streamList } from '../handling/page.ts';
import { Problem } from '../handling/problem.ts';
import { attemptOf, once } from '../idempotency/idempotency.ts';
import type { Catalogue } from './catalogue.ts';
import { insertProduct, removeProduct, updateProduct } from './change.ts';

export type ProductCalls = keyof typeof productCalls;

export function productHandlers({ db }: Database, catalogue: Catalogue): HandlersOf<ProductCalls> {
  return {
    listProducts({ query }) {
      if (Object.values(query).every((value) => value === undefined)) return wholeList(catalogue);
      const { products, total } = catalogue.find(query);
      return streamList(ProductSchema, slices(products), total);
    },

    getProduct({ params }) {
      const json = catalogue.json(params.id);
      if (json === undefined) throw new Problem('not_found', { what: 'product' });
      return new Answer(
        Buffer.from(json),
        { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', vary: 'Accept' },
        { isCurrent: () => catalogue.json(params.id) === json },
      );
    },

    async addProduct({ body, caller, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addProduct', idempotencyKey, body);
      const answer = await once(db, attempt, async (transaction) => ({
        insertedId: await insertProduct(transaction, body, caller.email),
      }));
      await catalogue.refresh([answer.insertedId]);
      return answer;
    },

    async changeProduct({ params, body, caller }) {
      const modifiedCount = await db
        .transaction()
        .execute((transaction) => updateProduct(transaction, params.id, body, caller.email));
      if (modifiedCount === 0) throw new Problem('not_found', { what: 'product' });
      await catalogue.refresh([params.id]);
      return { modifiedCount };
    },

    async removeProduct({ params, caller }) {
      const deletedCount = await db
        .transaction()
        .execute((transaction) => removeProduct(transaction, params.id, caller.email));
      if (deletedCount > 0) await catalogue.refresh([params.id]);
      return { deletedCount };
    },
  };
}

/** The whole catalogue, from prepared bytes. */
function wholeList(catalogue: Catalogue): Answer {
  const bytes = catalogue.bytes();
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    'x-total-count': String(catalogue.size),
  };
  return new Answer(bytes, headers, { isCurrent: () => catalogue.bytes() === bytes });
}
