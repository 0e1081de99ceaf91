import { LRUCache } from 'lru-cache';
import type { Product, ProductListQuery } from '#contract/products.ts';
import { partNumberKey } from './part-number.ts';
import { WordIndex } from './word-index.ts';
import { readQuery } from './words.ts';

/** A product in memory. A change replaces `product`; the entry stays. */
export interface Indexed {
  product: Product;
}

interface Entry<I extends Indexed> {
  item: I;
  /** The product as it was indexed: `item` may have a newer one. */
  indexed: Product;
  id: string;
  /** The text that is searched. */
  name: string;
  details: string;
  maker: string;
  /** Its part numbers, and their keys. */
  numbers: string[];
  keys: string[];
  /** Sorts names as people do: by letters alone, and by the size of numbers. */
  nameKey: string;
  price: number;
}

type Order = 'oldest' | NonNullable<ProductListQuery['sort']>;

/** Bytes of the results that are kept: 20 of 100,000 products. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** What an entry takes in a list. */
const POINTER_BYTES = 8;

/** The score of a product whose part number is the whole query: above any of words. */
const WHOLE_NUMBER = 1000;

const byId = (a: Entry<Indexed>, b: Entry<Indexed>) => (a.id < b.id ? -1 : 1);

const COMPARE: Record<Order, (a: Entry<Indexed>, b: Entry<Indexed>) => number> = {
  oldest: byId,
  newest: (a, b) => -byId(a, b),
  name: (a, b) => (a.nameKey === b.nameKey ? byId(a, b) : a.nameKey < b.nameKey ? -1 : 1),
  price: (a, b) => a.price - b.price || byId(a, b),
  '-price': (a, b) => b.price - a.price || byId(a, b),
};

/**
 * Finds products by words, in every sort order. An order is sorted on first use and kept; results are cached until a text, a
 * part number, a price or the set of products changes, but not when stock changes.
 */
export class ProductIndex<I extends Indexed> {
  readonly #entries = new Map<string, Entry<I>>();
  readonly #orders = new Map<Order, Entry<I>[]>([['oldest', []]]);
  readonly #words = new WordIndex<Entry<I>>();
  /** Entries by the keys of their part numbers. Several may have the same one. */
  readonly #numbers = new Map<string, Set<Entry<I>>>();
  readonly #results = new LRUCache<string, Entry<I>[]>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (found, key) => 2 * key.length + POINTER_BYTES * found.length,
  });

  get size(): number {
    return this.#entries.size;
  }

  /** Adds a product, or updates it after its `item.product` was replaced. */
  put(item: I): void {
    const known = this.#entries.get(item.product._id);
    // Each order changes a product's stock.
    if (known && isAlike(known.indexed, item.product)) return;
    if (known) this.#take(known);
    const entry = toEntry(item);
    this.#entries.set(entry.id, entry);
    this.#words.put(entry);
    for (const key of entry.keys) {
      const holders = this.#numbers.get(key) ?? new Set();
      this.#numbers.set(key, holders.add(entry));
    }
    for (const [order, entries] of this.#orders) insert(entries, entry, COMPARE[order]);
    this.#results.clear();
  }

  remove(id: string): void {
    const known = this.#entries.get(id);
    if (known) this.#take(known);
  }

  /** Returns all products, oldest first. */
  all(): I[] {
    return this.#order('oldest').map(({ item }) => item);
  }

  /**
   * Returns the products whose name, details, maker or part numbers contain every word of `q`, in the given order; without an order the best matches
   * first, or the oldest without `q`: at most `limit` of them that follow the one with the id `after`, and how many match
   * in all. None for an unknown `after`.
   */
  find({ q, sort, limit, after }: ProductListQuery): { products: Product[]; total: number } {
    const found = q?.trim() ? this.#find(q, sort) : this.#order(sort ?? 'oldest');
    let start = 0;
    if (after !== undefined) {
      const entry = this.#entries.get(after);
      const place = entry ? found.indexOf(entry) : -1;
      start = place < 0 ? found.length : place + 1;
    }
    const piece = found.slice(start, limit === undefined ? undefined : start + limit);
    return { products: piece.map(({ item }) => item.product), total: found.length };
  }

  #find(q: string, order: Order | undefined): Entry<I>[] {
    const terms = readQuery(q);
    const number = partNumberKey(q);
    const key = JSON.stringify([order, terms, number]);
    const before = this.#results.get(key);
    if (before) return before;
    const scores = this.#words.find(terms);
    for (const entry of this.#numbers.get(number) ?? []) scores.set(entry, WHOLE_NUMBER);
    const found = this.#sort(scores, order);
    this.#results.set(key, found);
    return found;
  }

  #sort(scores: Map<Entry<I>, number>, order: Order | undefined): Entry<I>[] {
    if (order) return this.#order(order).filter((entry) => scores.has(entry));
    return [...scores].sort(([a, x], [b, y]) => y - x || byId(a, b)).map(([entry]) => entry);
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
    this.#words.remove(entry);
    for (const key of entry.keys) {
      const holders = this.#numbers.get(key);
      holders?.delete(entry);
      if (holders?.size === 0) this.#numbers.delete(key);
    }
    for (const entries of this.#orders.values()) entries.splice(entries.indexOf(entry), 1);
    this.#results.clear();
  }
}

/** The fields that products are found or sorted by. */
const INDEXED = ['name', 'shortDetails', 'maker', 'sku', 'mpn', 'price'] as const;

/** Returns whether nothing has changed that entries are found or sorted by. */
function isAlike(a: Product, b: Product): boolean {
  return INDEXED.every((field) => a[field] === b[field]);
}

function toEntry<I extends Indexed>(item: I): Entry<I> {
  const { _id, name, shortDetails, price, maker = '', sku, mpn } = item.product;
  const numbers = mpn === undefined ? [sku] : [sku, mpn];
  const keys = numbers.map(partNumberKey);
  const letters = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return {
    item,
    indexed: item.product,
    id: _id,
    name,
    details: shortDetails,
    maker,
    numbers: [...numbers, ...keys],
    keys,
    nameKey: letters.replace(/\d+/g, (digits) => digits.padStart(12, '0')),
    price,
  };
}

/** Inserts an entry into a sorted list. */
function insert<E>(entries: E[], entry: E, compare: (a: E, b: E) => number): void {
  let low = 0;
  let high = entries.length;
  // New products are the newest, so the search starts at the end.
  if (high > 0 && compare(entries[high - 1]!, entry) < 0) low = high;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(entries[middle]!, entry) < 0) low = middle + 1;
    else high = middle;
  }
  entries.splice(low, 0, entry);
}
