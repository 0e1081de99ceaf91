import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Page } from '#contract/kernel/fields.ts';
import { Answer } from './answer.ts';

/** The whole number of a list's entries, where it is known. */
const countHeader = (total: number | undefined): Record<string, string> =>
  total === undefined ? {} : { 'x-total-count': String(total) };

/** A list's answer with the whole number of entries in X-Total-Count. */
export function listAnswer<T>(entries: T[], total: number): Answer<T[]> {
  return new Answer(entries, countHeader(total));
}

/** The headers of a list that lies ready as JSON, and that clients may keep while it is current. */
export function listHeaders(total: number): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-cache',
    ...countHeader(total),
  };
}

/** Entries of a page where a whole list is sent page by page. */
const PAGE = 100;
/** Bytes that a whole list is written ahead of its client, besides the page that it is written from. */
const AHEAD = 64 * 1024;

/** Reads a list page by page, each when the one before is on its way. With a `limit` there is one page. */
export async function* pagesOf<T extends { _id: string }>(
  { limit, after }: Page,
  read: (page: Page) => Promise<T[]>,
): AsyncGenerator<T[]> {
  let last = after;
  for (;;) {
    const entries = await read({ limit: limit ?? PAGE, after: last });
    yield entries;
    last = entries.at(-1)?._id;
    if (limit !== undefined || entries.length < PAGE) return;
  }
}

/**
 * A list's answer as one JSON array, read and sent page by page: a list of any length takes little memory, also for a client
 * that does not read it. Entries are parsed by their schema, which drops what the contract does not list.
 */
export function streamList<T>(
  entry: z.ZodType,
  pages: AsyncIterable<T[]>,
  total: number | undefined,
): Answer {
  return streamJson(written(entry, pages), total);
}

/** A list's answer as one JSON array, whose entries come page by page as JSON. */
export function streamJson(
  pages: AsyncIterable<Iterable<string>>,
  total: number | undefined,
  link?: string | undefined,
): Answer {
  return new Answer(toStream(toArray(pages)), {
    'content-type': 'application/json; charset=utf-8',
    ...countHeader(total),
    ...(link !== undefined && { link }),
  });
}

/** Returns the header `Link` to what follows an entry (RFC 8288): the request's own address with another `after`. */
export function nextLink(url: string, last: string): string {
  const [path, query] = url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('after', last);
  return `<${path}?${parameters}>; rel="next"`;
}

/** Texts that come page by page as a stream of bytes: each is made when there is room for it, so that a client that does not read is held a page. */
export function toStream(pages: AsyncIterable<Iterable<string>>): Readable {
  return Readable.from(inPieces(pages), { objectMode: false, highWaterMark: AHEAD });
}

async function* inPieces(pages: AsyncIterable<Iterable<string>>): AsyncGenerator<string> {
  let piece = '';
  for await (const page of pages)
    for (const text of page) {
      piece += text;
      if (piece.length < AHEAD) continue;
      yield piece;
      piece = '';
    }
  if (piece !== '') yield piece;
}

/** Returns what a function makes of each, when it is asked for. */
export function* each<T>(values: Iterable<T>, make: (value: T) => string): Generator<string> {
  for (const value of values) yield make(value);
}

async function* written<T>(entry: z.ZodType, pages: AsyncIterable<T[]>): AsyncGenerator<Iterable<string>> {
  for await (const page of pages) yield each(page, (one) => JSON.stringify(entry.parse(one)));
}

async function* toArray(pages: AsyncIterable<Iterable<string>>): AsyncGenerator<Iterable<string>> {
  let before = '[';
  for await (const page of pages)
    yield each(page, (entry) => {
      const text = before + entry;
      before = ',';
      return text;
    });
  yield [before === '[' ? '[]' : ']'];
}
