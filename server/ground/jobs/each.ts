import { Problem } from '../handling/problem.ts';

interface Stop<T> {
  /** Whether all that follow would fail alike: a row that fails so is the last. */
  at(error: unknown): boolean;
  /** Is handed the rows behind that one. */
  untried?(rows: T[]): Promise<unknown>;
}

/**
 * Does the work for each row, one after the other; a row that fails does not stop those behind it. Throws at the end what
 * failed first, and of several failures one that the log does not have yet.
 */
export async function doEach<T>(
  rows: readonly T[],
  work: (row: T) => Promise<unknown>,
  stop?: Stop<T>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const [index, row] of rows.entries()) {
    try {
      await work(row);
    } catch (error) {
      failures.push(error);
      if (!stop?.at(error)) continue;
      await stop.untried?.(rows.slice(index + 1));
      break;
    }
  }
  if (failures.length > 0) throw failures.find((error) => !isTold(error)) ?? failures[0];
}

function isTold(error: unknown): boolean {
  return error instanceof Problem && error.isTold;
}
