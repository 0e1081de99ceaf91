/** Which column of a table has the part numbers: the one whose cells the catalogue finds most often. Pure. */
import type { FoundCell } from '#contract/matching/schema.ts';
import { cellText } from './cell-text.ts';
import { kindsOf } from './header-words.ts';

/** What the catalogue has found for cells, by their text: see `cellText`. */
export type Found = ReadonlyMap<string, FoundCell>;

/** The column, and others in which other parts are found as often. */
export interface PartColumn {
  place: number;
  /** Whether most of its cells are part numbers and nothing else. */
  isNumber: boolean;
  /** Columns that may be meant as well, itself included; empty where there is no doubt. */
  ask: number[];
}

/** Another column counts where it is found in so many rows as this share of the best. */
const RIVAL = 0.8;

export function foundIn(found: Found, cell: string): FoundCell | undefined {
  const one = found.get(cellText(cell));
  return one && one.by !== 'nothing' ? one : undefined;
}

/** Returns the column of part numbers; undefined where nothing is found. */
export function findPartColumn(
  rows: readonly (readonly string[])[],
  found: Found,
  headersOf: (place: number) => string,
): PartColumn | undefined {
  const width = Math.max(0, ...rows.map((cells) => cells.length));
  const columns = [...Array(width).keys()].flatMap((place) => {
    const cells = rows.map((row) => foundIn(found, row[place] ?? ''));
    const hits = cells.filter((one) => one !== undefined);
    if (hits.length === 0) return [];
    const numbers = hits.filter(({ by }) => by === 'number').length;
    return [{ place, cells, hits: hits.length, numbers }];
  });
  const order = columns.sort((a, b) => b.hits - a.hits || b.numbers - a.numbers);
  const [best] = order;
  if (!best) return undefined;
  const rivals = order.filter(({ hits }) => hits >= best.hits * RIVAL);
  const rank = ({ place }: { place: number }) => rankOf(headersOf(place));
  const highest = Math.max(...rivals.map(rank));
  const [first, ...others] = rivals
    .filter((one) => rank(one) === highest)
    .sort((a, b) => b.numbers - a.numbers || b.hits - a.hits);
  const isOther = (other: typeof best) =>
    other.cells.some((one, row) => {
      const same = first!.cells[row];
      return one && same && !one.products.some((id) => same.products.includes(id));
    });
  const asked = others.filter((other) => isOther(other)).map(({ place }) => place);
  return {
    place: first!.place,
    isNumber: first!.numbers * 2 >= first!.hits,
    ask: asked.length > 0 ? [first!.place, ...asked] : [],
  };
}

/** Substitutes and own numbers come last, what is called a part number first. */
function rankOf(header: string): number {
  const kinds = kindsOf(header);
  if (kinds.has('successor')) return 1;
  if (kinds.has('substitute') || kinds.has('own')) return 0;
  return kinds.has('part') ? 2 : 1;
}
