import { mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { listApplied, listMigrations, migrate, sinceBaseline } from '../../ground/database/migrate.ts';
import { OperatorError } from '../../ground/operator-error.ts';
import { isFileName } from '../../ground/storage/file-name.ts';
import { mediaTypeOf } from '../../ground/storage/media-types.ts';
import type { Contents, Folders } from './backup.ts';
import { type Column, type Entry, EntrySchema } from './entries.ts';
import { readSealed } from './file.ts';
import { settleRestored } from './restored.ts';
import {
  begin,
  listTables,
  openUp,
  quoted,
  requireSequences,
  type Table,
  uncheck,
  writeRows,
  writeSequences,
} from './tables.ts';

export interface RestoreOptions {
  pool: pg.Pool;
  folders: Folders;
  /** A folder of this machine for files until they are stored; the disk's store takes them from there. */
  scratch: string;
  /** With which the backup was encrypted. */
  key: string | undefined;
  /** Takes lines of progress. */
  log: (line: string) => void;
  /** Another folder of migrations, for tests. */
  schema?: URL;
}

export interface Restored extends Contents {
  madeAt: string;
  /** Mails that waited to be sent, and are not sent any more. */
  heldMails: number;
}

/** PostgreSQL's codes of values that a type does not have or a rule refuses, of what is too long or too deep, and of a name that does not exist. */
const REFUSED = /^(22|23|54|42P01$)/;
/** What a shop has rows of as soon as anybody has used it. */
const USED = ['users', 'products', 'purchases', 'payments', 'events'];

/**
 * Fills an empty database with a backup, in one transaction, and brings it to this version's schema. Pictures and files are written
 * before the rows that name them.
 *
 * What was sent since the backup is not sent again: mails that waited then are given up. Sessions and links of mails that have ended
 * since would be good again: none is.
 * @throws OperatorError for a file that cannot be restored here, and for a database that has a shop: no row is changed then, and no file that was there
 */
export async function restore(path: string, options: RestoreOptions): Promise<Restored> {
  const { pool, schema } = options;
  const entries = await readSealed(path, options.key, EntrySchema);
  const { value: first } = await entries.next();
  if (!first || !('shop' in first)) throw new OperatorError(`${path} was not made by this shop.`);
  const { madeAt } = first.shop;
  const migrations = sinceBaseline(first.shop.migrations);
  const known = await listMigrations(schema);
  if (!migrations.every((name, nth) => name === known[nth]))
    throw new OperatorError(`${path} was made by a newer version of the shop. Restore it with that one.`);
  await requireEmpty(pool, migrations);
  await migrate(pool, { upTo: migrations.at(-1), folder: schema });
  const restored = await load(entries, options, Math.floor(Date.parse(madeAt) / 1000));
  await migrate(pool, { folder: schema });
  await pool.query('analyze');
  return { ...restored, madeAt };
}

/** Throws unless nobody has used the database's shop, and its schema is not newer than the backup's. */
async function requireEmpty(pool: pg.Pool, migrations: readonly string[]): Promise<void> {
  const client = await pool.connect();
  try {
    const applied = await listApplied(client);
    if (!applied) return;
    if (applied.some((name) => !migrations.includes(name)))
      throw new OperatorError(
        'The database has tables of a newer version than the backup. Name an empty database, or another DATA_DIR.',
      );
    await requireUnused(
      client,
      (await listTables(client)).map(({ name }) => name),
    );
  } finally {
    client.release();
  }
}

async function requireUnused(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  for (const table of USED.filter((name) => tables.includes(name))) {
    const { rowCount } = await client.query(`select from ${quoted(table)} limit 1`);
    if (rowCount !== 0)
      throw new OperatorError(
        'There is a shop in this database already. Stop it, and name an empty database, or another DATA_DIR.',
      );
  }
}

/** @param madeAt when the backup was made, in seconds since 1970 */
async function load(entries: AsyncIterable<Entry>, options: RestoreOptions, madeAt: number) {
  const { pool } = options;
  const client = await pool.connect();
  try {
    await begin(client, 'read committed');
    const tables = await listTables(client);
    const names = tables.map(({ name }) => quoted(name)).join(', ');
    // Nobody begins to use it meanwhile.
    await client.query(`lock table ${names} in access exclusive mode`);
    await requireUnused(
      client,
      tables.map(({ name }) => name),
    );
    const close = await openUp(client, tables);
    // What migrations have put in.
    await client.query(`truncate ${names}`);
    const contents = await fill(client, tables, entries, options);
    const heldMails = await settleRestored(client, madeAt);
    await close();
    await client.query('commit');
    return { ...contents, heldMails };
  } catch (error) {
    throw error instanceof pg.DatabaseError && REFUSED.test(error.code ?? '')
      ? new OperatorError(`The database refuses what the backup has (${error.code}). Take another one.`)
      : error;
  } finally {
    // A transaction that has not ended goes with it.
    client.release(true);
  }
}

/** Throws when what is read is not what the backup says that it has. */
async function fill(
  client: pg.ClientBase,
  tables: readonly Table[],
  entries: AsyncIterable<Entry>,
  { folders, scratch: parent, log }: RestoreOptions,
): Promise<Contents> {
  const contents: Contents = { rows: {}, files: 0 };
  const scratch = await mkdtemp(join(parent, 'restore-'));
  /** Puts the constraints back that older rows do not meet. */
  const checks: (() => Promise<string[]>)[] = [];
  let table: { name: string; columns: readonly Column[] } | undefined;
  let file: Arriving | undefined;
  let told: Contents | undefined;
  let sequences: Record<string, number> = {};
  /** A file is whole when something else follows. */
  const store = async () => {
    if (!file) return;
    await file.handle.close();
    const folder = Object.hasOwn(folders, file.folder) ? folders[file.folder] : undefined;
    if (!folder)
      throw new OperatorError(`The backup has a folder ${file.folder}, which this version does not know.`);
    const there = await folder.read(file.name);
    if (there && !there.equals(await readFile(file.path)))
      throw new OperatorError(
        `${file.folder}/${file.name} is there already, with other content. Restore into an empty DATA_DIR (or bucket).`,
      );
    await folder.take(file.name, file.path, mediaTypeOf(file.name));
    await rm(file.path, { force: true });
    file = undefined;
    contents.files += 1;
  };
  try {
    for await (const entry of entries) {
      if ('rows' in entry) {
        if (!table) throw misplaced();
        await writeRows(client, table, entry.rows);
        contents.rows[table.name]! += entry.rows.length;
      } else if ('table' in entry) {
        if (table) log(`${table.name}: ${contents.rows[table.name]} rows`);
        table = { name: entry.table, columns: entry.columns };
        requireSame(tables, table);
        contents.rows[table.name] = 0;
        checks.push(await uncheck(client, table.name, entry.unchecked));
      } else if ('bytes' in entry) {
        if (!file) throw misplaced();
        await file.handle.write(Buffer.from(entry.bytes, 'base64'));
      } else if ('file' in entry) {
        await store();
        if (!isFileName(entry.file))
          throw new OperatorError('The backup has a file of a name that no shop gives.');
        file = await begun(scratch, entry.folder, entry.file);
      } else if ('sequences' in entry) {
        sequences = entry.sequences;
        await requireSequences(client, sequences);
      } else if ('end' in entry) {
        await store();
        told = entry.end;
      }
    }
  } finally {
    await file?.handle.close().catch(() => {});
    await rm(scratch, { recursive: true, force: true });
  }
  const unmet: string[] = [];
  for (const check of checks) unmet.push(...(await check()));
  const isSame =
    told?.files === contents.files && tables.every(({ name }) => told.rows[name] === contents.rows[name]);
  if (!isSame) throw new OperatorError('The backup does not have all that it says. Take another one.');
  await writeSequences(client, sequences);
  log(`${contents.files} files`);
  if (unmet.length > 0)
    log(
      `Some rows are older than these rules, or made by somebody else, and do not meet ${unmet.join(', ')}: look at them.`,
    );
  return contents;
}

const misplaced = () => new OperatorError('The backup has rows or bytes of nothing. Take another one.');

interface Arriving {
  folder: string;
  name: string;
  path: string;
  handle: Awaited<ReturnType<typeof open>>;
}

async function begun(scratch: string, folder: string, name: string): Promise<Arriving> {
  const path = join(scratch, 'file');
  return { folder, name, path, handle: await open(path, 'w') };
}

/** Names and types of columns go into statements: they are to be those that migrations have made. */
function requireSame(tables: readonly Table[], { name, columns }: Pick<Table, 'name' | 'columns'>): void {
  const own = tables.find((one) => one.name === name);
  const has = ([column, type]: Column) => own!.columns.some(([of, is]) => of === column && is === type);
  if (!own || own.columns.length !== columns.length || !columns.every(has))
    throw new OperatorError(`The backup's table ${name} is not as the migrations have made it here.`);
}
