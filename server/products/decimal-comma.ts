import { measuresOf } from './units.ts';

/** A number with a comma, and the unit after it. Counted, as what is typed may be anything. */
const WITH_COMMA = /(?<![\d.,])(\d{1,12}),(\d{1,12})(?=[ -]?(\p{L}{1,12}|"))(?!\d)/gu;

/**
 * Returns a search with a point in place of each decimal comma: '1,5m' is 1.5 m, whereas '1,000m' are thousands, and '1,5' may be
 * two numbers. Every letter keeps its place.
 */
export function withPoints(q: string): string {
  return q.replace(WITH_COMMA, (written, whole: string, rest: string, unit: string) => {
    const groups = rest.length === 3 && !whole.startsWith('0');
    // A unit that is not known measures itself alone.
    return groups || measuresOf(unit).length < 2 ? written : `${whole}.${rest}`;
  });
}
