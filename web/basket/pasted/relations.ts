/** Columns of which one is the product of two others: price and quantity make the total. Pure. */
import { readCount } from '#contract/kernel/count-text.ts';

/** Columns by their places: `total` is the product of `factors` in most rows. */
export interface Relation {
  factors: readonly [number, number];
  total: number;
}

/** Columns that are tried, rows in which it has to hold, and how far a product may be off, as a share of it. */
const MOST_COLUMNS = 12;
const LEAST_ROWS = 2;
const LEAST_SHARE = 0.8;
const TOLERANCE = 0.005;

/** Returns the relations of some columns. */
export function relationsOf(rows: readonly (readonly string[])[], places: readonly number[]): Relation[] {
  const columns = places
    .slice(0, MOST_COLUMNS)
    .map((place) => ({ place, numbers: rows.map((cells) => numbersOf(cells[place] ?? '')) }))
    .filter(({ numbers }) => numbers.filter((some) => some.length > 0).length >= LEAST_ROWS);
  const relations: Relation[] = [];
  for (const [n, a] of columns.entries())
    for (const b of columns.slice(n + 1))
      for (const total of columns)
        if (total !== a && total !== b && holds(a.numbers, b.numbers, total.numbers))
          relations.push({ factors: [a.place, b.place], total: total.place });
  return relations;
}

type Numbers = readonly (readonly number[])[];

function holds(a: Numbers, b: Numbers, total: Numbers): boolean {
  let said = 0;
  let right = 0;
  for (const n of a.keys()) {
    // A factor of 1 proves nothing.
    const [one, other, product] = [a[n]!, b[n]!, total[n]!];
    if (one.length === 0 || other.length === 0 || product.length === 0) continue;
    said += 1;
    const isRight = one.some((x) =>
      other.some((y) => product.some((z) => z > 0 && Math.abs(x * y - z) <= z * TOLERANCE)),
    );
    if (isRight) right += 1;
  }
  const isTrivial = [a, b].some((some) => some.every((values) => values.every((value) => value === 1)));
  return said >= LEAST_ROWS && right >= said * LEAST_SHARE && !isTrivial;
}

/** Returns what a cell may be as a number, its currency aside; nothing for one with other letters. */
function numbersOf(cell: string): number[] {
  const plain = cell.replace(/[$€£¥]|\b(?:USD|EUR|CHF|GBP|PLN)\b/g, '').trim();
  return /^\d/.test(plain) && plain.length < 20 ? readCount(plain) : [];
}
