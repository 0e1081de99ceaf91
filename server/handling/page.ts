import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Page } from '#contract/fields.ts';
import { Answer } from './answer.ts';

/** A list's answer with the whole number of entries in X-Total-Count. */
export function listAnswer<T>(entries: T[], total: number): Answer<T[]> {
  return new Answer(entries, { 'x-total-count': String(total) });
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

/** Returns the pages of a list that lies in memory. */
export async function* slices<T>(list: T[]): AsyncGenerator<T[]> {
  for (let start = 0; start < list.length; start += PAGE) yield list.slice(start, start + PAGE);
}

/**
 * A list's answer as one JSON array, read and sent page by page: a list of any length takes little memory, also for a client
 * that does not read it. Entries are parsed by their schema, which drops what the contract does not list.
 */
export function streamList<T>(entry: z.ZodType, pages: AsyncIterable<T[]>, total: number): Answer {
  return new Answer(toStream(toJson(entry, pages)), {
    'content-type': 'application/json; charset=utf-8',
    'x-total-count': String(total),
  });
}

/** Text as a stream of bytes that is read ahead by a bound. */
export function toStream(text: AsyncIterable<string>): Readable {
  return Readable.from(text, { objectMode: false, highWaterMark: AHEAD });
}

async function* toJson<T>(entry: z.ZodType, pages: AsyncIterable<T[]>): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages) {
    let text = '';
    for (const one of page) {
      text += before + JSON.stringify(entry.parse(one));
      before = ',';
    }
    if (text !== '') yield text;
  }
  yield before === '[' ? '[]' : ']';
}
