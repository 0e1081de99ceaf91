import type { Product, ProductListQuery } from '#contract/products.ts';

/** A product in memory. It is exchanged for its newer state, its entry stays. */
export interface Indexed {
  product: Product;
}

interface Entry<I extends Indexed> {
  item: I;
  id: string;
  /** What words are looked for in. */
  text: string;
  /** Names compared by it stand as people sort them: by letters alone, and by the size of numbers. */
  nameKey: string;
  price: number;
}

type Order = 'oldest' | NonNullable<ProductListQuery['sort']>;

/** Results that are kept: as many people type at once. */
const KEPT = 20;

const byId = (a: Entry<Indexed>, b: Entry<Indexed>) => (a.id < b.id ? -1 : 1);

const COMPARE: Record<Order, (a: Entry<Indexed>, b: Entry<Indexed>) => number> = {
  oldest: byId,
  newest: (a, b) => -byId(a, b),
  name: (a, b) => (a.nameKey === b.nameKey ? byId(a, b) : a.nameKey < b.nameKey ? -1 : 1),
  price: (a, b) => a.price - b.price || byId(a, b),
  '-price': (a, b) => b.price - a.price || byId(a, b),
};

/**
 * Products by words and in every order asked for. An order is sorted when it is first asked for and kept from then on;
 * what was found is kept until a name, details, a price or the set of products changes, not when stock does, and a query
 * that goes on where another stopped, as someone types, looks only through what that one has found.
 */
export class ProductIndex<I extends Indexed> {
  readonly #entries = new Map<string, Entry<I>>();
  readonly #orders = new Map<Order, Entry<I>[]>([['oldest', []]]);
  readonly #results = new Map<string, { order: Order; words: string[]; found: Entry<I>[] }>();

  get size(): number {
    return this.#entries.size;
  }

  /** Takes a product in, or what has changed of it, when its `item.product` was exchanged. */
  put(item: I): void {
    const entry = toEntry(item);
    const known = this.#entries.get(entry.id);
    if (known && known.text === entry.text && known.price === entry.price) return;
    if (known) this.#take(known);
    this.#entries.set(entry.id, entry);
    for (const [order, entries] of this.#orders) insert(entries, entry, COMPARE[order]);
    this.#results.clear();
  }

  remove(id: string): void {
    const known = this.#entries.get(id);
    if (known) this.#take(known);
  }

  /** All of them, oldest first. */
  all(): I[] {
    return this.#order('oldest').map(({ item }) => item);
  }

  /**
   * The products that hold every word of `q` in name or details, in the order asked for (oldest first without one): at
   * most `limit` of them that follow the one with the id `after`, and how many there are in all. An unknown `after` gives
   * none.
   */
  find({ q, sort, limit, after }: ProductListQuery): { products: Product[]; total: number } {
    const found = this.#find(q, sort ?? 'oldest');
    let start = 0;
    if (after !== undefined) {
      const entry = this.#entries.get(after);
      const place = entry ? found.indexOf(entry) : -1;
      start = place < 0 ? found.length : place + 1;
    }
    const piece = found.slice(start, limit === undefined ? undefined : start + limit);
    return { products: piece.map(({ item }) => item.product), total: found.length };
  }

  #find(q: string | undefined, order: Order): Entry<I>[] {
    const words = [...new Set(q?.toLowerCase().split(/\s+/).filter(Boolean))].sort();
    if (words.length === 0) return this.#order(order);
    const key = `${order} ${words.join(' ')}`;
    const before = this.#results.get(key);
    this.#results.delete(key);
    const found =
      before?.found ??
      this.#narrowest(order, words).filter(({ text }) => words.every((word) => text.includes(word)));
    this.#results.set(key, { order, words, found });
    if (this.#results.size > KEPT) this.#results.delete(this.#results.keys().next().value!);
    return found;
  }

  /** The smallest result that holds all that these words can find: each of its words is part of one of these. */
  #narrowest(order: Order, words: string[]): Entry<I>[] {
    let narrowest = this.#order(order);
    for (const result of this.#results.values()) {
      const holds =
        result.order === order && result.words.every((part) => words.some((word) => word.includes(part)));
      if (holds && result.found.length < narrowest.length) narrowest = result.found;
    }
    return narrowest;
  }

  #order(order: Order): Entry<I>[] {
    let entries = this.#orders.get(order);
    if (!entries) {
      entries = [...this.#entries.values()].sort(COMPARE[order]);
      this.#orders.set(order, entries);
    }
    return entries;
  }

  #take(entry: Entry<I>): void {
    this.#entries.delete(entry.id);
    for (const entries of this.#orders.values()) entries.splice(entries.indexOf(entry), 1);
    this.#results.clear();
  }
}

function toEntry<I extends Indexed>(item: I): Entry<I> {
  const { _id, name, shortDetails, price } = item.product;
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return {
    item,
    id: _id,
    text: `${name} ${shortDetails}`.toLowerCase(),
    nameKey: letters.replace(/\d+/g, (digits) => digits.padStart(12, '0')),
    price,
  };
}

/** Puts an entry where it belongs in a sorted list. */
function insert<E>(entries: E[], entry: E, compare: (a: E, b: E) => number): void {
  let low = 0;
  let high = entries.length;
  // New products are the newest: looked at first.
  if (high > 0 && compare(entries[high - 1]!, entry) < 0) low = high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(entries[middle]!, entry) < 0) low = middle + 1;
    else high = middle;
  }
  entries.splice(low, 0, entry);
}
