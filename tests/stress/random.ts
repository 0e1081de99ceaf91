/** A seeded random number generator. */
export interface Random {
  /** A whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** True with this probability in percent. */
  chance(percent: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/** mulberry32, which is sufficient here (https://gist.github.com/tommyettinger/46a874533244883189143505d203312c, public domain). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (bound: number) => Math.floor(next() * bound);
  return { below, chance: (percent) => below(100) < percent, pick: (from) => from[below(from.length)]! };
}
