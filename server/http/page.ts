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
