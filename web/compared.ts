/** The parts that somebody has chosen to compare, in this browser for all of its tabs. It needs no signing in. */
import { MOST_COMPARED } from '#contract/kernel/addresses.ts';
import { openList } from './stored-list.ts';

const compared = openList({
  key: 'compared',
  most: MOST_COMPARED,
  isEntry: (id) => /^[\w-]{1,64}$/.test(id),
});

/** Returns the ids of the chosen parts, the first chosen first: the same array until it changes. */
export const getCompared = compared.get;

/** Returns the ids of the chosen parts, and renders again when they change in any tab. None until the page is hydrated. */
export const useCompared = compared.use;

/** Chooses a part, or takes it off the list. Once the list is full, a further part is not taken. */
export function toggleCompared(id: string): void {
  const before = getCompared();
  const without = before.filter((other) => other !== id);
  if (without.length < before.length) compared.set(without);
  else if (before.length < MOST_COMPARED) compared.set([...before, id]);
}

/** Takes a part off the list, if it is on it. */
export function dropCompared(id: string): void {
  if (getCompared().includes(id)) toggleCompared(id);
}

/** Takes all parts off the list. */
export function clearCompared(): void {
  compared.set([]);
}
