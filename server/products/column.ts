type Room = Float64Array | Uint32Array | Uint8Array;

/** Returns a typed array that has the place `at`: the same one, or a longer copy. */
export function withRoom<A extends Room>(array: A, at: number): A {
  if (at < array.length) return array;
  const Longer = array.constructor as new (length: number) => A;
  const longer = new Longer(Math.max(16, at + 1, Math.ceil(array.length * 1.3)));
  longer.set(array as never);
  return longer;
}

/** What has no value has this code. */
export const NONE = 0;

/** A value for each row. Each distinct value is kept once, and rows have its code. */
export class Column<V> {
  /** The code of each row. */
  codes: Uint32Array = new Uint32Array(0);
  /** The value of each code; undefined for a code that no row has. */
  readonly values: (V | undefined)[] = [undefined];
  readonly #holders: number[] = [0];
  readonly #known = new Map<V, number>();
  readonly #free: number[] = [];

  get(row: number): V | undefined {
    return this.values[this.codes[row] ?? NONE];
  }

  set(row: number, value: V | undefined): void {
    const before = this.codes[row] ?? NONE;
    const code = value === undefined ? NONE : this.#codeOf(value);
    if (code === before) return;
    this.codes = withRoom(this.codes, row);
    this.codes[row] = code;
    this.#holders[code]! += 1;
    if (before === NONE) return;
    this.#holders[before]! -= 1;
    if (this.#holders[before]! > 0) return;
    this.#known.delete(this.values[before]!);
    this.values[before] = undefined;
    this.#free.push(before);
  }

  #codeOf(value: V): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const code = this.#free.pop() ?? this.values.length;
    this.values[code] = value;
    this.#holders[code] = 0;
    this.#known.set(value, code);
    return code;
  }
}
