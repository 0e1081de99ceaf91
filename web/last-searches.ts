/** What was looked for last in this browser, the newest first. People can remove it, and signing out does. */
import { LONGEST_SEARCH } from '#contract/kernel/text-limits.ts';
import { openList } from './stored-list.ts';

const searches = openList({
  key: 'searches',
  most: 6,
  isEntry: (words) => words !== '' && words.length <= LONGEST_SEARCH,
});

/** Returns the last searches: the same array until they change. */
export const lastSearches = searches.get;

export const useLastSearches = searches.use;

/** Puts a search first, once. */
export function rememberSearch(words: string): void {
  const search = words.trim().slice(0, LONGEST_SEARCH);
  if (search !== '') searches.set([search, ...without(search)]);
}

export function forgetSearch(words: string): void {
  searches.set(without(words));
}

export function forgetSearches(): void {
  searches.set([]);
}

const without = (words: string) => lastSearches().filter((one) => one.toLowerCase() !== words.toLowerCase());
