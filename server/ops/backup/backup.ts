import type pg from 'pg';
import { listApplied } from '../../ground/database/migrate.ts';
import { OperatorError } from '../../ground/operator-error.ts';
import type { FileStore } from '../../ground/storage/store.ts';
import type { Entry } from './entries.ts';
import { writeSealed } from './file.ts';
import { begin, listTables, readRows, readSequences } from './tables.ts';

/** Folders of the store, by name. */
export type Folders = Readonly<Record<string, FileStore>>;

/** Bytes of a file in one line, a multiple of what base64 takes together. */
const FILE_PIECE = 3 * 65_536;

export interface BackupOptions {
  pool: pg.Pool;
  folders: Folders;
  /** Encrypts the backup. */
  key: string | undefined;
  /** Takes lines of progress. */
  log: (line: string) => void;
}

/** What a backup has: rows by table, and files. */
export interface Contents {
  rows: Record<string, number>;
  files: number;
}

/**
 * Writes all rows of the shop, as they are in one moment, and all uploaded pictures and files into one file. The shop may run meanwhile.
 * What is interrupted leaves no file of this name.
 * @throws OperatorError when the file exists or cannot be written, and where there is no shop
 */
export async function backUp(path: string, options: BackupOptions): Promise<Contents> {
  const contents: Contents = { rows: {}, files: 0 };
  await writeSealed(path, entriesOf(options, contents), options.key);
  return contents;
}

async function* entriesOf({ pool, folders, log }: BackupOptions, contents: Contents): AsyncGenerator<Entry> {
  const client = await pool.connect();
  try {
    await begin(client, 'repeatable read, read only');
    const migrations = await listApplied(client);
    if (!migrations)
      throw new OperatorError(
        'There is no shop in this database yet. Is DATABASE_URL, or DATA_DIR, that of the shop?',
      );
    yield { shop: { migrations, madeAt: new Date().toISOString() } };
    for (const table of await listTables(client)) {
      yield { table: table.name, columns: table.columns, unchecked: table.unchecked };
      let count = 0;
      for await (const rows of readRows(client, table)) {
        count += rows.length;
        yield { rows };
      }
      contents.rows[table.name] = count;
      log(`${table.name}: ${count} rows`);
    }
    yield { sequences: await readSequences(client) };
  } finally {
    // Ends the transaction, which only reads.
    client.release(true);
  }
  // After the rows: a file is there before the row that names it.
  for (const [folder, store] of Object.entries(folders)) {
    const before = contents.files;
    for await (const file of store.list()) {
      const bytes = await store.open(file);
      if (!bytes) continue;
      yield { file, folder };
      for await (const piece of inPieces(bytes, FILE_PIECE)) yield { bytes: piece.toString('base64') };
      contents.files += 1;
    }
    log(`${folder}: ${contents.files - before} files`);
  }
  yield { end: contents };
}

async function* inPieces(bytes: AsyncIterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  let held = Buffer.alloc(0);
  for await (const chunk of bytes) {
    held = Buffer.concat([held, chunk]);
    for (; held.length >= size; held = held.subarray(size)) yield held.subarray(0, size);
  }
  if (held.length > 0) yield held;
}

/**
 * Returns the uploads that products and the newest settings name and no folder has, such as `files/….pdf`: another DATA_DIR than the
 * shop's has none of them, and what is restored from its backup would be without them.
 */
export async function findMissing(pool: pg.Pool, folders: Folders): Promise<string[]> {
  const there = new Set<string>();
  // A picture is kept in several widths, and asked for without one.
  for (const [folder, store] of Object.entries(folders))
    for await (const file of store.list()) there.add(`${folder}/${file.replace(/-\d{1,5}\./, '.')}`);
  const { rows } = await pool.query<{ name: string }>(NAMED);
  return rows.map(({ name }) => name).filter((name) => !there.has(name));
}

/** Names as the shop gives them: 24 letters of a picture, 64 of a file. Pictures that come with the shop have others. */
const NAMED = `
  with texts as (
    select concat_ws(' ', image, more_images::text, attachments::text) as said from products where removed_at is null
    union all
    (select value::text from (
      select distinct on (section) value from shop_settings order by section, revision desc) as newest)
  )
  select distinct found[1] as name
  from texts, regexp_matches(said, '/((?:images/[0-9a-f]{24}|files/[0-9a-f]{64})[.][a-z0-9]{2,5})', 'g') as found
  order by name`;
