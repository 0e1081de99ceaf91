import type { Guard } from './guard.ts';

const DAY_MS = 24 * 60 * 60_000;

/**
 * Returns the guards whose turn it is on a day, `count` of them: the day alone decides, and over some weeks every guard
 * has its turn.
 * @param day such as 2026-11-22
 * @throws RangeError for what is no day
 */
export function guardsOfDay<G = Guard>(guards: readonly G[], day: string, count: number): G[] {
  const number = Date.parse(`${day}T00:00:00Z`) / DAY_MS;
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || !Number.isInteger(number)) {
    throw new RangeError(`"${day}" is no day: give it as 2026-11-22.`);
  }
  const most = Math.min(count, guards.length);
  return Array.from({ length: most }, (_, n) => guards[(number * count + n) % guards.length]!);
}
