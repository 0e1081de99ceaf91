import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { importCalls } from '#contract/imports/calls.ts';
import type { Import, ImportState } from '#contract/imports/schema.ts';
import { narrowingOf } from '#contract/products/product-lists.ts';
import type { Database } from '../ground/database/client.ts';
import { prefersCsv } from '../ground/handling/csv.ts';
import { Gate } from '../ground/handling/gate.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { listAnswer } from '../ground/handling/page.ts';
import { notFound, Problem } from '../ground/handling/problem.ts';
import { attemptOf, once } from '../ground/idempotency/idempotency.ts';
import type { Limits } from '../ground/limits/limits.ts';
import { trierOf } from '../ground/limits/traffic.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { requireKnown } from '../products/known.ts';
import { insertImport, openUpload, readRows } from './add.ts';
import { exportAnswer, withStockFacts } from './export.ts';
import { readPriceRows } from './price-rows.ts';
import {
  countImports,
  findImport,
  listImports,
  listRows,
  moveImport,
  type StoredImport,
  toImport,
  toRow,
} from './queries.ts';
import type { Reader } from './reader.ts';
import { rowsFile } from './row-files.ts';
import { readUpload } from './upload.ts';
import type { Work } from './work.ts';

export type ImportCalls = keyof typeof importCalls;

/** Milliseconds that answers wait for what they have begun. */
const READ_WAIT_MS = 10_000;
const WORK_WAIT_MS = 5_000;
/** Uploads at once: each is held in memory as a whole. */
const MOST_UPLOADS = 4;

export function importHandlers(
  database: Database,
  catalogue: Catalogue,
  reader: Reader,
  work: Work,
  limits: Limits,
  log: (error: unknown) => void,
): HandlersOf<ImportCalls> {
  const { db } = database;
  const gate = new Gate(MOST_UPLOADS);

  async function get(id: string): Promise<StoredImport> {
    const found = await findImport(db, id);
    if (!found) throw notFound('import');
    return found;
  }

  /** Begins a step, or finds it begun, and waits for it for a while. */
  async function step(
    id: string,
    by: string,
    [from, during, done]: [ImportState, 'applying' | 'undoing', ImportState],
  ): Promise<Import> {
    await moveImport(db, id, from, during, by);
    const { state } = await get(id);
    if (state !== during && state !== done) throw new Problem('import_state', { state });
    if (state === during) await waitFor(work.run(id), WORK_WAIT_MS);
    return toImport(await get(id));
  }

  async function waitFor(running: Promise<unknown>, milliseconds: number): Promise<void> {
    // What fails is tried again by the job.
    const told = running.catch(log);
    await Promise.race([told, wait(milliseconds, undefined, { ref: false })]);
  }

  return {
    readPriceRows: ({ body, request }) => readPriceRows(catalogue, body, () => !request.raw.socket.destroyed),

    async addImport({ request, caller, idempotencyKey }) {
      // Before the body is read: nobody sends 64 MB to be refused then.
      gate.admit();
      reader.admit();
      return gate.run(async () => {
        const upload = await readUpload(request);
        const { bytes, ...options } = upload;
        const hash = createHash('sha256').update(bytes).digest('hex');
        const attempt = attemptOf(caller.userId, 'addImport', idempotencyKey, { hash, ...options });
        const file = await openUpload(db, reader, upload);
        let made: string | undefined;
        let isFirst = false;
        try {
          const { insertedId } = await once(db, attempt, async (transaction) => {
            made = await insertImport(transaction, file, caller.email, upload.name);
            return { insertedId: made };
          });
          isFirst = made === insertedId;
          // A repeat finds what its first request has begun.
          if (isFirst) await waitFor(readRows(database, catalogue, insertedId, file), READ_WAIT_MS);
          return toImport(await get(insertedId));
        } finally {
          if (!isFirst) await file.close();
        }
      });
    },

    exportProducts({ query, caller, request }) {
      const { format = 'csv', ...rest } = query;
      const narrowing = narrowingOf(rest);
      requireKnown(narrowing, catalogue.categories);
      return limits.send('exportAll', trierOf(request, caller), () => {
        const counts = new Map(
          catalogue.facets(narrowing).categories.map(({ slug, count }) => [slug, count]),
        );
        const shown = catalogue.categories.filter(({ slug }) => counts.get(slug));
        const attributes = shown.flatMap((category) => category.attributes);
        const products = withStockFacts(db, catalogue.findPages(narrowing));
        return exportAnswer(products, attributes, (id) => catalogue.get(id)?.sku, format);
      });
    },

    async listImports({ query }) {
      const entries = await listImports(db, query);
      return listAnswer(entries.map(toImport), await countImports(db, query.problems));
    },

    async getImport({ params, query, caller, request }) {
      const found = await get(params.id);
      if (prefersCsv(request.headers.accept))
        return limits.send('exportAll', trierOf(request, caller), () => rowsFile(db, found, query));
      const rows = query.rows && (await listRows(db, found.id, query)).map(toRow);
      return { ...toImport(found), ...(rows && { rows }) };
    },

    applyImport: ({ params, caller }) => step(params.id, caller.email, ['ready', 'applying', 'applied']),
    undoImport: ({ params, caller }) => step(params.id, caller.email, ['applied', 'undoing', 'undone']),
  };
}
