/** So many changes may wait to be sorted in, or as many as numbers are sorted. */
const LEAST_WAITING = 2048;

/** The shortest part number that is corrected, and the shortest whose beginning is. */
const SHORTEST_CORRECTED = 4;
const SHORTEST_BEGINNING_CORRECTED = 5;

/** The longest key: of a part number of 64 characters, the signs of which are left out. */
const LONGEST = 64;

/** Sorts after every key that begins with what stands before it. */
const END = '\uffff';

/** An entry, and its part number's key as far as it matches: the whole, or a beginning. */
export interface NumberMatch<E> {
  entry: E;
  key: string;
}

/**
 * Finds entries by the keys of their part numbers: by the whole, by a beginning, and with one letter wrong, dropped, added or
 * swapped with the next. Two sorted arrays hold 16 bytes a number besides the key itself: a misspelt number is found by
 * trying what it can have been, each by a binary search.
 */
export class NumberIndex<E> {
  /** Sorted. `#entries` has the entry of each. */
  readonly #keys: string[] = [];
  readonly #entries: E[] = [];
  readonly #added: [key: string, entry: E][] = [];
  readonly #removed: [key: string, entry: E][] = [];
  /** Places that sorting in has looked at or moved: what changes cost, whatever else the machine does. */
  moved = 0;

  put(key: string, entry: E): void {
    this.#added.push([key, entry]);
    this.#wait();
  }

  /** Removes an entry that was put with this key. */
  remove(key: string, entry: E): void {
    this.#removed.push([key, entry]);
    this.#wait();
  }

  #wait(): void {
    // The more there are, the more it takes to sort in.
    const waiting = this.#added.length + this.#removed.length;
    if (waiting >= Math.max(LEAST_WAITING, this.#keys.length)) this.settle();
  }

  /** Sorts in what was added last, and takes out what was removed. The first search does it otherwise. */
  settle(): void {
    if (this.#added.length > 0) this.#sortIn();
    // Afterwards, since what was added may have been removed since.
    if (this.#removed.length > 0) this.#takeOut();
  }

  #sortIn(): void {
    const added = this.#added.splice(0).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    let from = this.#keys.length - 1;
    let to = from + added.length;
    // Grown one by one: a place far behind the end would turn the array into a slow map.
    for (const [key, entry] of added) {
      this.#keys.push(key);
      this.#entries.push(entry);
    }
    // From the end, so that nothing is overwritten before it has moved.
    for (let next = added.length - 1; next >= 0; to -= 1) {
      const [key, entry] = added[next]!;
      const isOld = from >= 0 && this.#keys[from]! > key;
      this.#keys[to] = isOld ? this.#keys[from]! : key;
      this.#entries[to] = isOld ? this.#entries[from]! : entry;
      this.moved += 1;
      if (isOld) from -= 1;
      else next -= 1;
    }
  }

  /** Closes all gaps in one go: many entries may have the same key, and each is looked at once. */
  #takeOut(): void {
    const removed = new Map<string, Map<E, number>>();
    for (const [key, entry] of this.#removed.splice(0)) {
      const counts = removed.get(key) ?? new Map<E, number>();
      removed.set(key, counts.set(entry, (counts.get(entry) ?? 0) + 1));
    }
    const gaps: number[] = [];
    for (const key of [...removed.keys()].sort()) {
      const counts = removed.get(key)!;
      for (let at = this.#first(key); this.#keys[at] === key && counts.size > 0; at += 1) {
        this.moved += 1;
        const count = counts.get(this.#entries[at]!);
        if (count === undefined) continue;
        gaps.push(at);
        if (count > 1) counts.set(this.#entries[at]!, count - 1);
        else counts.delete(this.#entries[at]!);
      }
    }
    let to = gaps[0] ?? this.#keys.length;
    for (const [n, gap] of gaps.entries()) {
      const end = gaps[n + 1] ?? this.#keys.length;
      for (let from = gap + 1; from < end; from += 1, to += 1) {
        this.#keys[to] = this.#keys[from]!;
        this.#entries[to] = this.#entries[from]!;
        this.moved += 1;
      }
    }
    this.#keys.length = to;
    this.#entries.length = to;
  }

  /** Returns the entries with this key, at most so many. */
  exactly(key: string, most = Number.POSITIVE_INFINITY): E[] {
    this.settle();
    const start = this.#first(key);
    let end = start;
    while (end - start < most && this.#keys[end] === key) end += 1;
    return this.#entries.slice(start, end);
  }

  /** Returns the keys of some lengths, the shortest first, that a text begins with, each with its entries, at most so many. */
  within(text: string, lengths: readonly number[], most: number): { length: number; entries: E[] }[] {
    this.settle();
    const found: { length: number; entries: E[] }[] = [];
    let low = 0;
    let high = this.#keys.length;
    for (const length of lengths) {
      const begun = text.slice(0, length);
      low = this.#first(begun, low, high);
      high = this.#first(begun + END, low, high);
      if (low === high) break;
      let end = low;
      while (end < high && end - low < most && this.#keys[end] === begun) end += 1;
      if (end > low) found.push({ length, entries: this.#entries.slice(low, end) });
    }
    return found;
  }

  /** Returns entries whose key begins with this one, in the order of their keys. */
  beginning(key: string, most: number): E[] {
    this.settle();
    const start = this.#first(key);
    let end = start;
    while (end - start < most && this.#keys[end]?.startsWith(key)) end += 1;
    return this.#entries.slice(start, end);
  }

  /** Returns entries one of whose keys is this one with one letter wrong: first whole keys, then beginnings of keys. */
  misspelt(key: string, most: number): NumberMatch<E>[] {
    if (key.length < SHORTEST_CORRECTED || key.length > LONGEST) return [];
    this.settle();
    const whole: NumberMatch<E>[] = [];
    const begun: NumberMatch<E>[] = [];
    const completes = key.length >= SHORTEST_BEGINNING_CORRECTED && /\d/.test(key);
    for (const { meant, low, high } of this.#corrections(key)) {
      for (let at = this.#first(meant, low, high); this.#keys[at]?.startsWith(meant); at += 1) {
        const isWhole = this.#keys[at]!.length === meant.length;
        const found = isWhole ? whole : begun;
        if (found.length >= most || !(isWhole || completes)) break;
        found.push({ entry: this.#entries[at]!, key: meant });
      }
      if (whole.length >= most) break;
    }
    return [...whole, ...begun].slice(0, most);
  }

  /** What a misspelt key can have been, as far as known keys begin like it, and where in the array it would be. */
  *#corrections(key: string): Generator<{ meant: string; low: number; high: number }> {
    const tried = new Set([key]);
    let low = 0;
    let high = this.#keys.length;
    for (let at = 0; at <= key.length; at += 1) {
      const before = key.slice(0, at);
      low = this.#first(before, low, high);
      high = this.#first(before + END, low, high);
      if (low === high) return;
      const rest = key.slice(at);
      const meant = [rest.slice(1)];
      if (rest.length > 1) meant.push(rest[1]! + rest[0]! + rest.slice(2));
      for (const letter of this.#lettersAt(before, low, high))
        meant.push(letter + rest, ...(rest ? [letter + rest.slice(1)] : []));
      for (const one of meant) {
        const whole = before + one;
        if (tried.has(whole)) continue;
        tried.add(whole);
        yield { meant: whole, low, high };
      }
    }
  }

  /** The letters that follow a beginning in the known keys. */
  *#lettersAt(before: string, low: number, high: number): Generator<string> {
    for (let at = low; at < high; ) {
      const letter = this.#keys[at]![before.length];
      if (letter === undefined) at += 1;
      else {
        yield letter;
        at = this.#first(before + letter + END, at, high);
      }
    }
  }

  /** Returns the first place whose key is not before this one. */
  #first(key: string, low = 0, high = this.#keys.length): number {
    let start = low;
    let end = high;
    while (start < end) {
      const middle = (start + end) >>> 1;
      if (this.#keys[middle]! < key) start = middle + 1;
      else end = middle;
    }
    return start;
  }
}
