import type { Page } from '#contract/fields.ts';
import { Answer } from './handler.ts';

/** A list's answer with the whole number of entries in X-Total-Count. */
export function listAnswer<T>(entries: T[], total: number): Answer<T[]> {
  return new Answer(entries, { 'x-total-count': String(total) });
}

/** The piece of a list held in memory that a request asks for. An unknown `after` gives an empty piece. */
export function pieceOf<T extends { _id: string }>(entries: T[], { limit, after }: Page): T[] {
  let start = 0;
  if (after !== undefined) {
    const index = entries.findIndex((entry) => entry._id === after);
    start = index < 0 ? entries.length : index + 1;
  }
  return entries.slice(start, limit === undefined ? undefined : start + limit);
}

/** Entries that are read at once where a whole list is sent piece by piece. */
const PIECE = 1000;

/** A list in pieces, each read when the one before is on its way. With a `limit` it is that one piece. */
export async function* inPieces<T extends { _id: string }>(
  { limit, after }: Page,
  read: (page: Page) => Promise<T[]>,
): AsyncGenerator<T[]> {
  let last = after;
  for (;;) {
    const entries = await read({ limit: limit ?? PIECE, after: last });
    yield entries;
    last = entries.at(-1)?._id;
    if (limit !== undefined || entries.length < PIECE) return;
  }
}
