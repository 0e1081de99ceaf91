import type { Attachment, AttachmentInput } from '#contract/files/schema.ts';
import { skuOfSegment } from '#contract/kernel/addresses.ts';
import { fieldError } from '#contract/kernel/field-message.ts';
import type { productCalls } from '#contract/products/calls.ts';
import type { Narrowing } from '#contract/products/narrowing.ts';
import { narrowingOf } from '#contract/products/product-lists.ts';
import type { Database } from '../ground/database/client.ts';
import { Answer } from '../ground/handling/answer.ts';
import type { Caller, HandlersOf } from '../ground/handling/handler.ts';
import { listHeaders, nextLink, streamJson } from '../ground/handling/page.ts';
import { forbidden, invalidInput, Problem } from '../ground/handling/problem.ts';
import type { ReadyBytes } from '../ground/handling/ready-bytes.ts';
import { attemptOf, once } from '../ground/idempotency/idempotency.ts';
import type { FileStore } from '../ground/storage/store.ts';
import type { Catalogue } from './catalogue.ts';
import { insertProduct, removeProduct, updateProduct } from './change.ts';
import { requireKnown } from './known.ts';
import type { OwnNumbers } from './own-numbers.ts';
import { partNumberKey } from './part-number.ts';

export type ProductCalls = keyof typeof productCalls;

export function productHandlers(
  { db }: Database,
  catalogue: Catalogue,
  ownNumbers: OwnNumbers,
  files: FileStore,
): HandlersOf<ProductCalls> {
  /** What a query narrows by. Throws 400 for attributes that no category has, and for an unknown category. */
  function known(query: Record<string, unknown>): Narrowing {
    const narrowing = narrowingOf(query);
    requireKnown(narrowing, catalogue.categories);
    return narrowing;
  }

  /** Returns a query in which a whole own number of the caller's company is the SKU of its part. */
  async function understood<Q extends { q?: string | undefined }>(query: Q, caller?: Caller): Promise<Q> {
    const key = partNumberKey(query.q ?? '');
    const own = key === '' ? undefined : await ownNumbers.of(caller);
    const [id] = own?.keys.exactly(key) ?? [];
    const part = id === undefined ? undefined : catalogue.get(id);
    return part ? { ...query, q: part.sku } : query;
  }

  return {
    async listProducts({ query: asked, caller, request }) {
      const query = await understood(asked, caller);
      const whole = Object.values(query).every((value) => value === undefined) && catalogue.bytes();
      if (whole) return wholeList(catalogue, whole);
      const { limit, after, sort } = query;
      const { pages, total, last } = catalogue.findJson({ ...known(query), limit, after, sort });
      return streamJson(pages, total, last && nextLink(request.url, last));
    },

    suggest: async ({ query: { q }, caller }) => catalogue.suggest(q, await ownNumbers.of(caller)),

    getFacets: async ({ query, caller }) => catalogue.facets(known(await understood(query, caller))),

    getProduct: ({ params }) => oneProduct(catalogue, params.id),

    getPart: ({ params }) => oneProduct(catalogue, catalogue.findPart(skuOfSegment(params.sku))?._id),

    async addProduct({ body, caller, idempotencyKey }) {
      const attempt = attemptOf(caller.userId, 'addProduct', idempotencyKey, body);
      const attachments = await findAttachments(files, body.attachments);
      const answer = await once(db, attempt, async (transaction) => ({
        insertedId: await insertProduct(transaction, { ...body, attachments }, caller.email),
      }));
      await catalogue.refresh([answer.insertedId]);
      return answer;
    },

    async changeProduct({ params, body, caller, can }) {
      const hasPrice = body.price !== undefined || body.priceBreaks !== undefined;
      // guard: server/products/products.test.ts
      if (hasPrice && !can('product.price')) throw forbidden('admins_only');
      const attachments = await findAttachments(files, body.attachments);
      const modifiedCount = await db
        .transaction()
        .execute((transaction) =>
          updateProduct(transaction, params.id, { ...body, attachments }, caller.email),
        );
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

/** One product, from prepared JSON. Throws 404 when it is not on sale. */
function oneProduct(catalogue: Catalogue, id: string | undefined): Answer {
  const json = id === undefined ? undefined : catalogue.json(id);
  if (id === undefined || json === undefined) throw new Problem('not_found', { what: 'product' });
  return new Answer(
    Buffer.from(json),
    { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', vary: 'Accept' },
    { isCurrent: () => catalogue.json(id) === json },
  );
}

/** The whole catalogue, from prepared bytes. */
function wholeList(catalogue: Catalogue, bytes: ReadyBytes): Answer {
  return new Answer(bytes, listHeaders(catalogue.size), { isCurrent: () => catalogue.bytes() === bytes });
}

/** Returns attachments with the bytes of their files. Throws 400, at their places, for files that were not uploaded. */
async function findAttachments(
  files: FileStore,
  named: readonly AttachmentInput[] | undefined,
): Promise<Attachment[] | undefined> {
  if (named === undefined) return undefined;
  const sizes = await Promise.all(named.map(({ url }) => files.size(url.slice('/files/'.length))));
  const errors = named.flatMap(({ url }, place) =>
    sizes[place] === undefined ? [fieldError(`attachments.${place}.url`, 'no_such_file', { url })] : [],
  );
  if (errors.length > 0) throw invalidInput(errors);
  return named.map((one, place) => ({ ...one, bytes: sizes[place]! }));
}
