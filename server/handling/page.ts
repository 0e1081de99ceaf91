import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Page } from '#contract/fields.ts';
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
const PAGE = 250;
/** Bytes that a whole list is read ahead of its client. */
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
  pages: AsyncIterable<string[]>,
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

/** Text as a stream of bytes that is read ahead by a bound. */
export function toStream(text: AsyncIterable<string>): Readable {
  return Readable.from(text, { objectMode: false, highWaterMark: AHEAD });
}

async function* written<T>(entry: z.ZodType, pages: AsyncIterable<T[]>): AsyncGenerator<string[]> {
  for await (const page of pages) yield page.map((one) => JSON.stringify(entry.parse(one)));
}

async function* toArray(pages: AsyncIterable<string[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    if (page.length > 0) yield before + page.join(',');
    if (page.length > 0) before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
