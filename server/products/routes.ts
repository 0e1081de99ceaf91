import type { FastifyRequest } from 'fastify';
import type { Database } from '../database/client.ts';
import { attemptOf, once } from '../database/idempotency.ts';
import { type HandlersOf, RawAnswer } from '../http/handler.ts';
import { listAnswer } from '../http/page.ts';
import { notFound } from '../http/problem.ts';
import type { Catalogue } from './catalogue.ts';
import { insertProduct, removeProduct, updateProduct } from './queries.ts';

type ProductCalls = 'listProducts' | 'getProduct' | 'addProduct' | 'changeProduct' | 'removeProduct';

export function productHandlers({ db }: Database, catalogue: Catalogue): HandlersOf<ProductCalls> {
  return {
    listProducts({ query, request }) {
      if (Object.values(query).every((value) => value === undefined)) return wholeList(catalogue, request);
      const { products, total } = catalogue.find(query);
      return listAnswer(products, total);
    },

    getProduct({ params }) {
      const product = catalogue.get(params.id);
      if (!product) throw notFound('This product');
      return product;
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
      if (modifiedCount === 0) throw notFound('This product');
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

/** The whole catalogue, from bytes that lie ready. */
async function wholeList(catalogue: Catalogue, request: FastifyRequest): Promise<RawAnswer> {
  const bytes = catalogue.bytes();
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    vary: 'Accept, Accept-Encoding',
    etag: bytes.etag,
    'x-total-count': String(catalogue.size),
  };
  if (request.headers['if-none-match'] === bytes.etag) return new RawAnswer(undefined, headers, 304);
  if (!/\bgzip\b/.test(String(request.headers['accept-encoding'])))
    return new RawAnswer(bytes.plain, headers);
  return new RawAnswer(await bytes.gzip(), { ...headers, 'content-encoding': 'gzip' });
}
