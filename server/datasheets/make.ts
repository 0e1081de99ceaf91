import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { catalogue as demo } from '#content/catalogue.ts';
import type { Attachment } from '#contract/files.ts';
import type { Product } from '#contract/products.ts';
import type { Queryable } from '../database/client.ts';
import { transact } from '../database/transact.ts';
import type { FileRoom } from '../files/module.ts';
import type { ImageHost } from '../images/host.ts';
import { type Maker, startMaker } from '../pdf/maker.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { selectProducts } from '../products/queries.ts';
import { assignments, edited } from '../products/revision.ts';
import { toStored } from '../products/row.ts';
import type { SheetOrder } from './worker.ts';

/** Datasheets that are attached together. */
const BATCH = 20;

/** The name of the setting that says that datasheets are still to be made. */
const DUE = 'datasheets';

interface Needs {
  database: { db: Queryable };
  catalogue: Catalogue;
  files: FileRoom;
  images: ImageHost;
}

/** Notes that the demo catalogue is to get datasheets. */
export async function noteDue(transaction: Queryable): Promise<void> {
  await transaction.insertInto('settings').values({ name: DUE, value: 'due' }).execute();
}

/**
 * Makes a datasheet for each part of the demo catalogue that has no file, where they are due, until `signal` ends it: the next
 * start then goes on. Several processes may do it at once: each part gets one.
 */
export async function makeDatasheets(
  { database: { db }, catalogue, files, images }: Needs,
  signal: AbortSignal,
) {
  const due = await db.selectFrom('settings').select('name').where('name', '=', DUE).executeTakeFirst();
  const parts = due ? await readParts(db) : [];
  if (parts.length > 0) {
    const maker = startMaker<SheetOrder>(new URL('./worker.ts', import.meta.url), { givesWay: true });
    signal.addEventListener('abort', () => maker.close());
    try {
      for (let start = 0; start < parts.length; start += BATCH) {
        const sheets = [];
        for (const part of parts.slice(start, start + BATCH)) {
          if (signal.aborted) return;
          sheets.push({ id: part._id, ...(await makeOne(part, maker, files, images)) });
        }
        await catalogue.refresh(await attach(db, sheets));
      }
    } finally {
      maker.close();
    }
  }
  await db.deleteFrom('settings').where('name', '=', DUE).execute();
}

/** The parts of the demo catalogue on sale that have no file. */
async function readParts(db: Queryable): Promise<Product[]> {
  const skus = demo.map(({ sku }) => sku.toUpperCase());
  const rows = await selectProducts(db)
    .where(sql<boolean>`upper(sku) = any(${skus}) and removed_at is null and products.attachments = '[]'`)
    .execute();
  return rows.map((row) => toStored(row).product);
}

async function makeOne(
  part: Product,
  maker: Maker<SheetOrder>,
  { store }: FileRoom,
  images: ImageHost,
): Promise<Pick<Attachment, 'url' | 'bytes'>> {
  const picture = await images.read(part.image.replace(/^\/images\/(.+)\.webp$/, '$1-640.webp'));
  const sheet = await maker.make({ facts: part, picture });
  const name = `${createHash('sha256').update(sheet).digest('hex')}.pdf`;
  await store.write(name, sheet, 'application/pdf');
  return { url: `/files/${name}`, bytes: sheet.length };
}

/** Attaches datasheets to those of the parts that still have no file; returns their ids. It is part of filling the demo: no admin did it. */
async function attach(
  db: Queryable,
  sheets: ({ id: string } & Pick<Attachment, 'url' | 'bytes'>)[],
): Promise<string[]> {
  const made = sheets.map(({ id, ...file }) => ({
    id,
    attachments: [{ kind: 'datasheet', name: 'Datasheet', ...file }],
  }));
  const { rows } = await transact(db, (transaction) =>
    sql<{ id: string }>`
      with made as materialized (select * from json_to_recordset(${JSON.stringify(made)}::json) as (id uuid, attachments jsonb)),
        locked as materialized (
          select id from products where id = any(array(select id from made)) and attachments = '[]' and removed_at is null
          order by id for no key update
        )
      update products set ${assignments({ attachments: sql`made.attachments`, ...edited })}
        from locked join made using (id)
        where products.id = locked.id
        returning products.id`.execute(transaction),
  );
  return rows.map(({ id }) => id);
}
