/** What stands in a backup: lines of JSON, in the order in which they are restored. */
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';

/** A column's name and its type, as SQL writes it. */
export type Column = readonly [name: string, type: string];

export type Entry =
  /** First: the migrations that its schema has, and when it was made. */
  | { shop: { migrations: string[]; madeAt: string } }
  /** A table, whose rows follow. `unchecked` are its constraints that rows of before need not meet. */
  | { table: string; columns: readonly Column[]; unchecked: string[] }
  /** Rows of the table before: each an array of its columns, as PostgreSQL writes it. */
  | { rows: string[] }
  /** A file of a folder of the store, whose bytes follow. */
  | { file: string; folder: string }
  /** As base64. */
  | { bytes: string }
  /** Last numbers that sequences have given. */
  | { sequences: Record<string, number> }
  /** Last: how many rows each table has, and how many files there are. */
  | { end: { rows: Record<string, number>; files: number } };

/** The longest line: a row that a table can have, many times over. */
const MOST_LINE = 256 * 1024 * 1024;
const NEWLINE = 10;

/** Writes entries as compressed bytes. */
export function pack(entries: AsyncIterable<Entry>): AsyncIterable<Buffer> {
  async function* lines() {
    for await (const entry of entries) yield Buffer.from(`${JSON.stringify(entry)}\n`);
  }
  return piped(Readable.from(lines()), createGzip());
}

/** Reads what `pack` has written. */
export async function* unpack(bytes: AsyncIterable<Buffer>): AsyncGenerator<Entry, void> {
  let held: Buffer[] = [];
  let length = 0;
  for await (const chunk of piped(Readable.from(bytes), createGunzip())) {
    let rest = chunk;
    for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
      yield JSON.parse(Buffer.concat([...held, rest.subarray(0, end)]).toString());
      held = [];
      length = 0;
      rest = rest.subarray(end + 1);
    }
    length += rest.length;
    if (length > MOST_LINE) throw new Error('a line of the backup is longer than any that the shop writes');
    held.push(rest);
  }
}

/** What fails before the transform fails what is read from it. */
function piped(source: Readable, transform: NodeJS.ReadWriteStream & Readable): AsyncIterable<Buffer> {
  source.on('error', (error) => transform.destroy(error));
  transform.on('close', () => source.destroy());
  source.pipe(transform);
  return transform;
}
