import type { Page } from '#contract/fields.ts';
import { Answer } from './handler.ts';

/** A list's answer with the whole number of entries in X-Total-Count. */
export function listAnswer<T>(entries: T[], total: number): Answer<T[]> {
  return new Answer(entries, { 'x-total-count': String(total) });
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
