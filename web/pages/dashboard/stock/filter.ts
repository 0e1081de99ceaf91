import type { StockNarrowing } from './queries.ts';

/** Reads from an address what the list of stock, or a stock-take, is narrowed by. */
export function readFilter(search: URLSearchParams): StockNarrowing {
  const of = (name: string) => search.get(name)?.trim() || undefined;
  return {
    q: of('q'),
    category: of('category'),
    bin: of('bin'),
    short: search.get('short') === '1' ? '1' : undefined,
  };
}
