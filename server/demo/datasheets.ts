import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { sql } from 'kysely';
import type { Attachment } from '#contract/files/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { FileStore } from '../ground/storage/store.ts';
import { edited } from '../products/revision.ts';

/** PDFs that are named by the SKU of their part. */
const FOLDER = join(import.meta.dirname, '../../content/datasheets');

/** Stores the datasheets of `content/datasheets/` and attaches each to its part of the demo catalogue, if it has no file. */
export async function attachDatasheets(db: Queryable, store: FileStore): Promise<void> {
  for (const file of await readdir(FOLDER)) {
    const pdf = await readFile(join(FOLDER, file));
    const name = `${createHash('sha256').update(pdf).digest('hex')}.pdf`;
    await store.write(name, pdf, 'application/pdf');
    const attached: Attachment[] = [
      { kind: 'datasheet', name: 'Datasheet', url: `/files/${name}`, bytes: pdf.length },
    ];
    await db
      .updateTable('products')
      .set({ attachments: JSON.stringify(attached), ...edited })
      .where('sku', '=', parse(file).name)
      .where(sql<boolean>`attachments = '[]'`)
      .execute();
  }
}
