/** Something of which so much may be in work at once. */
export interface Bound {
  key: string;
  most: number;
}

/** What each client and person has in work. Only what is in work is kept. */
export class Shares {
  readonly #inWork = new Map<string, number>();

  /** How many keys have something in work. */
  get size(): number {
    return this.#inWork.size;
  }

  /** Begins a piece of work, and returns what ends it; undefined where a bound is reached. */
  begin(bounds: readonly Bound[]): (() => void) | undefined {
    if (bounds.some(({ key, most }) => this.#of(key) >= most)) return undefined;
    for (const { key } of bounds) this.#inWork.set(key, this.#of(key) + 1);
    return () => {
      for (const { key } of bounds) {
        this.#inWork.set(key, this.#of(key) - 1);
        if (this.#of(key) === 0) this.#inWork.delete(key);
      }
    };
  }

  #of(key: string): number {
    return this.#inWork.get(key) ?? 0;
  }
}
