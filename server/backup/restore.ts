import { mkdtemp, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { listMigrations, migrate } from '../database/migrate.ts';
import { RESTORED_FROM } from '../payments/after-restore.ts';
import type { Contents, Folders } from './backup.ts';
import { BackupError } from './backup-error.ts';
import { openSealed } from './container.ts';
import { type Column, type Entry, unpack } from './entries.ts';
import {
  begin,
  listApplied,
  listTables,
  openUp,
  quoted,
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
}

export interface Restored extends Contents {
  madeAt: string;
  /** Mails that waited to be sent, and are not sent any more. */
  heldMails: number;
}

const OF_A_SESSION = ['sessions', 'access_tokens', 'verifications', 'passkey_challenges'];

/** What a shop has rows of as soon as anybody has used it. */
const USED = ['users', 'products', 'purchases', 'payments', 'events'];

/**
 * Fills an empty database with a backup, in one transaction, and brings it to this version's schema. Pictures and files are written
 * before the rows that name them.
 *
 * What was sent since the backup is not sent again: mails that waited then are given up. Sessions and links of mails that have ended
 * since would be good again: none is.
 * @throws BackupError for a file that cannot be restored here, and for a database that has a shop; nothing is changed then
 */
export async function restore(path: string, options: RestoreOptions): Promise<Restored> {
  const { pool } = options;
  const entries = unpack(await openSealed(path, options.key));
  const { value: first } = await entries.next();
  if (!first || !('shop' in first)) throw new BackupError(`${path} was not made by this shop.`);
  const { migrations, madeAt } = first.shop;
  const known = await listMigrations();
  if (!migrations.every((name, nth) => name === known[nth]))
    throw new BackupError(`${path} was made by a newer version of the shop. Restore it with that one.`);
  await requireEmpty(pool, migrations);
  await migrate(pool, migrations.at(-1));
  const restored = await load(entries, options, Math.floor(Date.parse(madeAt) / 1000));
  await migrate(pool);
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
      throw new BackupError(
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
      throw new BackupError(
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
    await client.query('delete from settings where name = $1', [RESTORED_FROM]);
    await client.query('insert into settings (name, value) values ($1, $2)', [RESTORED_FROM, madeAt]);
    const heldMails = await forgetWhatHasEnded(client, tables);
    await close();
    await client.query('commit');
    return { ...contents, heldMails };
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
  /** Put the constraints back that rows of before do not meet. */
  const checks: (() => Promise<void>)[] = [];
  let table: { name: string; columns: readonly Column[] } | undefined;
  let file: Arriving | undefined;
  let told: Contents | undefined;
  /** A file is whole when something else follows. */
  const store = async () => {
    if (!file) return;
    await file.handle.close();
    const folder = folders[file.folder];
    if (!folder)
      throw new BackupError(`The backup has a folder ${file.folder}, which this version does not know.`);
    await folder.take(file.name, file.path, typeOf(file.name));
    await rm(file.path, { force: true });
    file = undefined;
    contents.files += 1;
  };
  try {
    for await (const entry of entries) {
      if ('rows' in entry) {
        await writeRows(client, table!, entry.rows);
        contents.rows[table!.name]! += entry.rows.length;
      } else if ('table' in entry) {
        if (table) log(`${table.name}: ${contents.rows[table.name]} rows`);
        table = { name: entry.table, columns: entry.columns };
        requireSame(tables, table);
        contents.rows[table.name] = 0;
        checks.push(await uncheck(client, table.name, entry.unchecked));
      } else if ('bytes' in entry) {
        await file!.handle.write(Buffer.from(entry.bytes, 'base64'));
      } else if ('file' in entry) {
        await store();
        file = await begun(scratch, entry.folder, entry.file);
      } else if ('sequences' in entry) {
        await writeSequences(client, entry.sequences);
      } else if ('end' in entry) {
        await store();
        told = entry.end;
      }
    }
  } finally {
    await file?.handle.close().catch(() => {});
    await rm(scratch, { recursive: true, force: true });
  }
  for (const check of checks) await check();
  const isSame =
    told?.files === contents.files && tables.every(({ name }) => told.rows[name] === contents.rows[name]);
  if (!isSame) throw new BackupError('The backup does not have all that it says. Take another one.');
  log(`${contents.files} files`);
  return contents;
}

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
    throw new BackupError(`The backup's table ${name} is not as the migrations have made it here.`);
}

/**
 * Sessions and tokens that have ended since the backup would be good again, and what waited to be sent may have been sent. Returns how
 * many mails are given up for it.
 */
async function forgetWhatHasEnded(client: pg.ClientBase, tables: readonly Table[]): Promise<number> {
  const ended = tables.map(({ name }) => name).filter((name) => OF_A_SESSION.includes(name));
  await client.query(`truncate ${ended.map(quoted).join(', ')}`);
  const { rowCount } = await client.query(
    `update mails set next_at = null, facts = facts - 'token',
       problem = 'The shop was restored from a backup: it may have been sent before that.'
     where next_at is not null`,
  );
  return rowCount!;
}

const TYPES: Record<string, string> = { webp: 'image/webp', avif: 'image/avif', pdf: 'application/pdf' };
const typeOf = (name: string) => TYPES[name.split('.').at(-1)!] ?? 'application/octet-stream';
