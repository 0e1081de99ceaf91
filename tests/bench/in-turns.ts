import type { Row, SideName } from './report.ts';

/** Values by the name of what was measured, such as `orders/s`. */
export type Measured = Record<string, number>;

/**
 * Measures the sides in turns, so that other load of the machine affects all alike.
 * Returns a row for each value: medians of the turns.
 * @param what what a row's name begins with
 */
export async function inTurns(
  what: string,
  sides: Partial<Record<SideName, () => Promise<Measured>>>,
  rounds: number,
): Promise<Row[]> {
  const names = Object.keys(sides) as SideName[];
  const turns: Partial<Record<SideName, Measured[]>> = {};
  for (const name of names) turns[name] = [];
  for (let round = 0; round < rounds; round += 1)
    for (const name of names) turns[name]!.push(await sides[name]!());
  return Object.keys(turns.shop![0]!).map((unit) => {
    const values: Row['values'] = {};
    for (const name of names) {
      const measured = turns[name]!.map((one) => one[unit]).filter((value) => value !== undefined);
      if (measured.length > 0) values[name] = median(measured);
    }
    return { what, unit, values };
  });
}

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
