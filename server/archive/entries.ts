/** What stands in the file of a month, and what vouches for it. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { OperatorError } from '../operator-error.ts';
import { readSealed } from '../sealed/file.ts';
import { inLines } from '../sealed/lines.ts';
import { boundsOf } from './months.ts';

const ArchiveEntrySchema = z.union([
  /** Entries of the log in the order of their ids, each as PostgreSQL writes its row as JSON. */
  z.strictObject({ events: z.array(z.string()) }),
  /** First. */
  z.strictObject({ archive: z.strictObject({ month: z.string() }) }),
  /** Last: how many entries there are. */
  z.strictObject({ end: z.strictObject({ events: z.int() }) }),
]);
type ArchiveEntry = z.infer<typeof ArchiveEntrySchema>;

/** What a month consists of. */
export interface Contents {
  month: string;
  entries: number;
  /** SHA-256 of the entries' rows, as hexadecimal digits. */
  sha256: string;
}

/** Rows are written alike wherever they are read. */
const BEGIN = `begin isolation level repeatable read, read only;
  set local timezone = 'UTC'; set local datestyle = 'ISO'; set local extra_float_digits = 3; set local statement_timeout = 0`;
/** Rows that are read and written at once. */
const PAGE = 2_000;

/** Counts stay in the log: how long ago a part was counted decides what may go back on sale (`purchases/cancel.ts`). */
export const STAYS = "kind = 'stock_counted'";

export const fileOf = (folder: string, month: string): string => join(folder, `events-${month}.archive`);

/** Reads the entries of a month from the database, in one snapshot. */
export async function* readMonth(client: pg.ClientBase, month: string): AsyncGenerator<ArchiveEntry> {
  const { from, until } = boundsOf(month);
  await client.query(BEGIN);
  try {
    yield { archive: { month } };
    let count = 0;
    for (let last: string | null = null; ; ) {
      const { rows }: { rows: { id: string; row: string }[] } = await client.query(
        `select id, to_jsonb(events)::text as row from events
         where id >= $1 and id < $2 and ($3::uuid is null or id > $3) and not (${STAYS}) order by id limit ${PAGE}`,
        [from, until, last],
      );
      for (const events of inLines(rows.map(({ row }) => row))) yield { events };
      count += rows.length;
      if (rows.length < PAGE) break;
      last = rows.at(-1)!.id;
    }
    yield { end: { events: count } };
  } finally {
    await client.query('rollback');
  }
}

/**
 * Says what a month consists of, from a file or from the database.
 * @param each called with each entry's row
 * @throws OperatorError when the entries end too early, or are none of an archive
 */
export async function summarize(
  entries: AsyncIterable<ArchiveEntry>,
  each: (row: string) => void = () => {},
): Promise<Contents> {
  const hash = createHash('sha256');
  let month: string | undefined;
  let count = 0;
  let end: number | undefined;
  for await (const entry of entries) {
    if ('archive' in entry) month = entry.archive.month;
    else if ('end' in entry) end = entry.end.events;
    for (const row of 'events' in entry ? entry.events : []) {
      hash.update(`${row}\n`);
      count += 1;
      each(row);
    }
  }
  if (month === undefined || end !== count)
    throw new OperatorError(
      'A file of that name is no archive of the log. Move it away, or name another folder.',
    );
  return { month, entries: count, sha256: hash.digest('hex') };
}

/**
 * Reads a month's file, and says what it consists of. The database has its hash, so it need not be encrypted.
 * @param each called with each entry's row
 * @throws OperatorError as `readSealed` and `summarize`
 */
export async function readMonthFile(
  path: string,
  key: string | undefined,
  each?: (row: string) => void,
): Promise<Contents> {
  return await summarize(await readSealed(path, key, ArchiveEntrySchema, { isKnown: true }), each);
}
