/** Texts in their order, each once. What is added waits, unsorted, until it is asked for. */
export class SortedTexts {
  #texts: string[] = [];
  readonly #added = new Set<string>();
  readonly #removed = new Set<string>();

  /** Adds a text that is not there. */
  add(text: string): void {
    if (!this.#removed.delete(text)) this.#added.add(text);
  }

  remove(text: string): void {
    if (!this.#added.delete(text)) this.#removed.add(text);
  }

  /** Sorts in what has been added. */
  settle(): void {
    if (this.#added.size === 0 && this.#removed.size === 0) return;
    const added = [...this.#added].sort();
    const texts: string[] = [];
    let next = 0;
    for (const text of this.#texts) {
      while (next < added.length && added[next]! < text) texts.push(added[next++]!);
      if (!this.#removed.has(text)) texts.push(text);
    }
    this.#texts = texts.concat(added.slice(next));
    this.#added.clear();
    this.#removed.clear();
  }

  /** The texts that begin with this one. */
  *beginning(start: string): Generator<string> {
    this.settle();
    let low = 0;
    let high = this.#texts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#texts[middle]! < start) low = middle + 1;
      else high = middle;
    }
    for (; this.#texts[low]?.startsWith(start); low += 1) yield this.#texts[low]!;
  }
}
