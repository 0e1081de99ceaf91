/** Months of the log, such as `2025-01`: of UTC, by the time that is in each entry's id. */
import { firstIdAt, timeOf } from '../database/uuid.ts';

/** The fewest whole months that stay in the database: figures, lists and counts look no further back. */
export const FEWEST_KEPT = 13;

/** The month in which an id was made. */
export const monthOf = (id: string): string => new Date(timeOf(id)).toISOString().slice(0, 7);

/** Returns the first id that a month can have, and the first of the next month. */
export function boundsOf(month: string): { from: string; until: string } {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return {
    from: firstIdAt(new Date(Date.UTC(year, number - 1))),
    until: firstIdAt(new Date(Date.UTC(year, number))),
  };
}

/** Returns the first of the months that stay, when `keep` whole months before this one do. */
export function firstKept(now: Date, keep: number): string {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - keep)).toISOString().slice(0, 7);
}
