import { openList } from '../../stored-list.ts';

/** Characters of the headers of a kind of file and what they stand for. */
export const LONGEST_MAPPING = 4_000;

/** What buyers have said that the columns of their files stand for, the last first; see pages/order/pasting/column-memory.ts. */
export const mappings = openList({
  key: 'columns',
  most: 20,
  isEntry: (text) => text !== '' && text.length <= LONGEST_MAPPING,
});

/** Forgets them, at sign-out. */
export function forgetMappings(): void {
  mappings.set([]);
}
