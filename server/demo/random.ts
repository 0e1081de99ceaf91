/** Numbers that depend on the seed alone. */
export interface Random {
  /** Returns a whole number from 0 to below `bound`. */
  below(bound: number): number;
  /** Returns true with this probability in percent. */
  chance(percent: number): boolean;
  pick<T>(from: readonly T[]): T;
}

/**
 * Returns a generator of numbers: the same seed gives the same ones everywhere. It is mulberry32
 * (https://gist.github.com/tommyettinger/46a874533244883189143505d203312c, public domain), seeded by FNV-1a of the text.
 */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (let place = 0; place < seed.length; place += 1)
    state = Math.imul(state ^ seed.charCodeAt(place), 0x01000193);
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }
  const below = (bound: number) => Math.floor(next() * bound);
  return { below, chance: (percent) => below(100) < percent, pick: (from) => from[below(from.length)]! };
}
