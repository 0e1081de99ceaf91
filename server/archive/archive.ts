import { stat } from 'node:fs/promises';
import type pg from 'pg';
import { OperatorError } from '../operator-error.ts';
import { PUT_IN } from '../purchases/audit.ts';
import { writeSealed } from '../sealed/file.ts';
import { type Contents, fileOf, readMonth, readMonthFile, STAYS, summarize } from './entries.ts';
import { boundsOf, monthOf } from './months.ts';

export interface ArchiveOptions {
  pool: pg.Pool;
  /** Where the files are written. */
  folder: string;
  /** Encrypts them. */
  key: string | undefined;
  /** The first month that stays in the database, such as `2026-01`. */
  before: string;
  /** Takes lines of progress. */
  log: (line: string) => void;
}

/** Entries that are removed at once: few enough that nobody waits for them. */
const REMOVED_AT_ONCE = 5_000;
/** Of the session that archives: one at a time. */
const LOCK = "hashtext('northbridge archive')";

/**
 * Moves old months of the log out of the database, each into a file of its own. A file is read again and compared with the database
 * before anything is removed; what is removed stays counted. May be interrupted at any moment and run again, while the shop runs.
 * @returns the months that were moved, the oldest first
 * @throws OperatorError when a file cannot be written, or a file of that name has something else, and while another archives
 */
export async function archive({ pool, before, ...options }: ArchiveOptions): Promise<string[]> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query(`select pg_try_advisory_lock(${LOCK}) as is`);
    if (!rows[0].is) throw new OperatorError('The log is being archived already.');
    const months: string[] = [];
    for (;;) {
      const month = await findOldest(client);
      if (month === undefined || month >= before) return months;
      const noted = await findNoted(client, month);
      if (noted) await requireFile(noted, options);
      else await write(client, month, options);
      await remove(client, month);
      options.log(`${month}: archived`);
      months.push(month);
    }
  } finally {
    // A connection that ends gives its lock back as well, but only some time after.
    await client.query(`select pg_advisory_unlock(${LOCK})`).catch(() => {});
    client.release(true);
  }
}

async function findOldest(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query(`select id from events where not (${STAYS}) order by id limit 1`);
  return rows[0] && monthOf(rows[0].id);
}

/** What was noted of a month's file by a run that was cut short. */
async function findNoted(client: pg.ClientBase, month: string): Promise<Contents | undefined> {
  const { rows } = await client.query<Contents>(
    "select to_char(month, 'YYYY-MM') as month, entries, encode(sha256, 'hex') as sha256 from archived_months where month = $1",
    [`${month}-01`],
  );
  return rows[0];
}

/** Throws unless a month's file is there, whole, and has what was noted of it: only then the rest of the month may go. */
async function requireFile(noted: Contents, { folder, key }: Pick<ArchiveOptions, 'folder' | 'key'>) {
  const path = fileOf(folder, noted.month);
  const found = await readMonthFile(path, key);
  if (!isSame(found, noted))
    throw new OperatorError(
      `${path} does not have what was archived of ${noted.month}. Name the folder of the run before.`,
    );
}

/** Writes a month's file, unless it is there from an interrupted run, and notes what it has once it agrees with the database. */
async function write(
  client: pg.ClientBase,
  month: string,
  { folder, key }: Pick<ArchiveOptions, 'folder' | 'key'>,
): Promise<void> {
  const path = fileOf(folder, month);
  const isThere = await stat(path).catch(() => undefined);
  if (!isThere) await writeSealed(path, readMonth(client, month), key);
  const written = await readMonthFile(path, key);
  const here = await summarize(readMonth(client, month));
  if (!isSame(written, here))
    throw new OperatorError(`${path} has other entries than the database. Name another folder.`);
  await client.query('insert into archived_months (month, entries, sha256) values ($1, $2, $3)', [
    ...[`${month}-01`, here.entries, Buffer.from(here.sha256, 'hex')],
  ]);
}

export const isSame = (one: Contents, other: Contents): boolean =>
  one.month === other.month && one.entries === other.entries && one.sha256 === other.sha256;

/** Removes a noted month, some entries at a time, and keeps the sums of what they changed. */
async function remove(client: pg.ClientBase, month: string): Promise<void> {
  const { from, until } = boundsOf(month);
  for (let more = true; more; ) {
    await client.query("begin; set local northbridge.archive = 'on'; set local statement_timeout = '1min'");
    try {
      const { rows } = await client.query(REMOVE, [from, until, `${month}-01`]);
      await client.query('commit');
      more = rows[0].count > 0;
    } catch (error) {
      await client.query('rollback').catch(() => {});
      throw error;
    }
  }
}

const REMOVE = `
  with page as (
    select id from events where id >= $1 and id < $2 and not (${STAYS}) order by id limit ${REMOVED_AT_ONCE}
  ), gone as (
    delete from events using page where events.id = page.id returning events.product_id, events.kind, events.stock_change
  ), sums as (
    insert into archived_stock (product_id, put_in, balance)
    select product_id, coalesce(sum(stock_change) filter (where ${PUT_IN}), 0), sum(stock_change)
    from gone where stock_change is not null group by product_id order by product_id
    on conflict (product_id) do update set put_in = archived_stock.put_in + excluded.put_in,
      balance = archived_stock.balance + excluded.balance
  ), noted as (
    update archived_months set removed = removed + (select count(*) from gone) where month = $3
  )
  select count(*) as count from gone`;
