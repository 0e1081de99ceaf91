/** Entries as compressed lines of JSON. */
import { Readable } from 'node:stream';
import { createGunzip, createGzip } from 'node:zlib';
import type { ZodType } from 'zod';
import { OperatorError } from '../../ground/operator-error.ts';
import { piped } from '../../ground/piped.ts';

/**
 * Bytes of the longest line that is written: 2 MB of rows, and one row more. The longest row is an invoice of 500 lines, which comes to
 * 20 MB when PostgreSQL and JSON have to escape each of its letters.
 */
const MOST_WRITTEN = 32 * 1024 * 1024;
/**
 * Bytes of the longest line that is read: earlier versions wrote twenty rows into a line whatever their length, of pictures 40 MB. To read
 * a line takes about six times as much memory.
 */
const MOST_READ = 128 * 1024 * 1024;
/** Letters of rows after which a line ends. JSON writes one in six bytes at most. */
const LINE = 2 * 1024 * 1024;
const NEWLINE = 10;

/** Splits rows into groups, each for a line of its own. */
export function* inLines(rows: readonly string[]): Generator<string[]> {
  let line: string[] = [];
  let length = 0;
  for (const row of rows) {
    line.push(row);
    length += row.length;
    if (length < LINE) continue;
    yield line;
    line = [];
    length = 0;
  }
  if (line.length > 0) yield line;
}

/**
 * Writes entries as compressed bytes.
 * @throws OperatorError for an entry that is too long to be read again
 */
export function pack(entries: AsyncIterable<object>): AsyncIterable<Buffer> {
  async function* lines() {
    for await (const entry of entries) {
      const line = Buffer.from(`${JSON.stringify(entry)}\n`);
      if (line.length > MOST_WRITTEN)
        throw new OperatorError(
          `A row comes to ${line.length} bytes in a file, which takes ${MOST_WRITTEN}: ${line.subarray(0, 200)}`,
        );
      yield line;
    }
  }
  return piped(Readable.from(lines()), createGzip());
}

/**
 * Reads what `pack` has written.
 * @param schema what each entry is to be
 * @throws OperatorError for bytes that are no compressed lines of such entries
 */
export async function* unpack<E>(bytes: AsyncIterable<Buffer>, schema: ZodType<E>): AsyncGenerator<E, void> {
  let held: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of piped(Readable.from(bytes), createGunzip())) {
      let rest = chunk;
      for (let end = rest.indexOf(NEWLINE); end >= 0; end = rest.indexOf(NEWLINE)) {
        yield parseLine(Buffer.concat([...held, rest.subarray(0, end)]).toString(), schema);
        held = [];
        length = 0;
        rest = rest.subarray(end + 1);
      }
      length += rest.length;
      if (length > MOST_READ) throw notWritten();
      held.push(rest);
    }
  } catch (error) {
    // Z_DATA_ERROR and others of zlib's.
    throw (error as NodeJS.ErrnoException).code?.startsWith('Z_') ? notWritten() : error;
  }
  if (length > 0) throw notWritten();
}

/** Its own message would quote the line. */
function parseLine<E>(line: string, schema: ZodType<E>): E {
  try {
    return schema.parse(JSON.parse(line));
  } catch {
    throw notWritten();
  }
}

const notWritten = () =>
  new OperatorError('The file has lines that this shop does not write. Take another one.');
