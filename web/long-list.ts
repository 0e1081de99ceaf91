/** Long lists, which are loaded page by page: each page is requested by the id of the last entry before it. */
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';

/** Entries that a list of the dashboard requests at once. */
export const PAGE_SIZE = 50;

/** The loaded pages of a long list. `total` counts all of its entries; it is undefined where the shop is still counting. */
export type Pages<Entry> = InfiniteData<{ entries: Entry[]; total: number | undefined }>;

/** A long list as useInfiniteQuery returns it. */
export type LongList<Entry = unknown> = UseInfiniteQueryResult<Pages<Entry>>;

/** Options of infiniteQueryOptions for pages of `size` entries. The first page begins after the entry `after`. */
export function inPages(size = PAGE_SIZE, after?: string) {
  const limit = String(size);
  return {
    initialPageParam: { limit, after } as { limit: string; after: string | undefined },
    getNextPageParam({ entries }: { entries: { _id: string }[] }) {
      const last = entries.at(-1);
      return last && entries.length === size ? { limit, after: last._id } : undefined;
    },
  };
}

/** Returns the loaded entries of a long list, and how many entries it has in all: at least, where they are not counted yet. */
export function listOf<Entry>(data: Pages<Entry> | undefined) {
  const entries = data?.pages.flatMap((page) => page.entries) ?? [];
  const last = data?.pages.at(-1);
  return { entries, total: last?.total ?? entries.length, isCounted: !last || last.total !== undefined };
}
