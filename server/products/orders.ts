import { FACET_PREFIX } from '#contract/products/narrowing.ts';
import type { AttributeValue } from '#contract/products/product-facts.ts';
import type { Sort } from '#contract/products/sorts.ts';
import { NONE } from './column.ts';
import { compareValues } from './facets.ts';
import type { ProductStore } from './product-store.ts';
import { plainLetters } from './words.ts';

/** The orders that are kept. */
const KEPT = ['oldest', 'name', 'price', 'sku'] as const;
export type KeptOrder = (typeof KEPT)[number];

interface Kept {
  slots: Uint32Array;
  /** Slots that were added, removed or changed since; 'all' when everything is to be sorted. */
  stale: Set<number> | 'all';
}

/** When more than this share is stale, everything is sorted again: a set of all slots would take long to make. */
const MANY = 1 / 16;

/** The slots of products in each order. Orders that only numbers give are made when they are asked for. */
export class Orders {
  readonly #store: ProductStore;
  readonly #kept: Record<KeptOrder, Kept>;
  readonly #keys: Record<KeptOrder, (slot: number) => string | number>;

  constructor(store: ProductStore) {
    this.#store = store;
    const none = (): Kept => ({ slots: new Uint32Array(0), stale: new Set() });
    this.#kept = { oldest: none(), name: none(), price: none(), sku: none() };
    this.#keys = {
      oldest: (slot) => store.idOf(slot),
      name: (slot) => nameKey(store.text('name', slot)!),
      price: (slot) => store.numbers('price')[slot]!,
      sku: (slot) => store.text('sku', slot)!,
    };
  }

  /** Says that a product was added, removed, or changed in what these orders are of. */
  touch(slot: number, orders: readonly KeptOrder[] = KEPT): void {
    for (const order of orders) {
      const kept = this.#kept[order];
      if (kept.stale === 'all') continue;
      kept.stale.add(slot);
      if (kept.stale.size > kept.slots.length * MANY) kept.stale = 'all';
    }
  }

  /** Sorts in what has changed. The first use of an order does it otherwise. */
  settle(): void {
    for (const order of KEPT) this.#settled(order);
  }

  /** Returns the slots that pass, in an order; all without `passes`. */
  sorted(sort: Sort | 'oldest', passes?: Uint8Array): Uint32Array {
    const isFalling = sort === 'newest' || sort.startsWith('-');
    const name = sort === 'newest' ? 'oldest' : isFalling ? sort.slice(1) : sort;
    const kept = (KEPT as readonly string[]).includes(name);
    const all = this.#settled(kept ? (name as KeptOrder) : 'oldest');
    const wanted = passes ? passing(all, passes) : all;
    if (kept) return isFalling ? wanted.toReversed() : wanted;
    const ranks =
      name === 'stock' ? this.#stocks() : this.#ranksOf(name.slice(FACET_PREFIX.length), isFalling);
    return byRank(wanted, ranks, name === 'stock' && isFalling);
  }

  /** Returns the slots that pass, the highest score first, and of those with the same the oldest. */
  byScore(scores: Uint16Array, passes: Uint8Array): Uint32Array {
    return byRank(passing(this.#settled('oldest'), passes), scores, true);
  }

  /** How much there is of each slot's product. */
  #stocks(): Uint32Array {
    return new Uint32Array(this.#store.numbers('available'));
  }

  /** The place of each slot's value among those of an attribute. What has none comes last. */
  #ranksOf(key: string, isFalling: boolean): Uint32Array {
    const columns = [...this.#store.tables.values()].flatMap((table) => {
      const column = table.column(key);
      return column ? [{ table, column }] : [];
    });
    const known = new Set(columns.flatMap(({ column }) => column.values));
    known.delete(undefined);
    const places = new Map(
      [...(known as Set<AttributeValue>)].sort(compareMixed).map((value, n) => [value, n]),
    );
    const last = places.size;
    const ranks = new Uint32Array(this.#store.end).fill(last);
    for (const { table, column } of columns) {
      const ofCode = column.values.map((value) => {
        const place = value === undefined ? undefined : places.get(value)!;
        return place === undefined ? last : isFalling ? last - 1 - place : place;
      });
      const { slots, size } = table;
      for (let row = 0; row < size; row += 1) ranks[slots[row]!] = ofCode[column.codes[row] ?? NONE]!;
    }
    return ranks;
  }

  #settled(order: KeptOrder): Uint32Array {
    const kept = this.#kept[order];
    const { stale } = kept;
    if (stale === 'all') kept.slots = this.#sortAll(order);
    else if (stale.size > 0) {
      const left = kept.slots.filter((slot) => !stale.has(slot));
      const keyOf = this.#keys[order];
      const toEntry = (slot: number): Entry => ({ slot, key: keyOf(slot), id: this.#store.idOf(slot) });
      const added = [...stale].filter((slot) => this.#store.has(slot)).map(toEntry);
      added.sort((a, b) => (isBefore(a, b) ? -1 : 1));
      kept.slots = merge(left, added, (one, slot) => isBefore(one, toEntry(slot)));
    }
    if (stale === 'all' || stale.size > 0) kept.stale = new Set();
    return kept.slots;
  }

  /** Sorts all slots, the oldest first where the order says nothing. */
  #sortAll(order: KeptOrder): Uint32Array {
    const keyOf = this.#keys[order];
    const slots =
      order === 'oldest'
        ? Array.from({ length: this.#store.end }, (_, slot) => slot)
        : Array.from(this.#settled('oldest'));
    const known = slots.filter((slot) => this.#store.has(slot));
    const keys: (string | number)[] = [];
    for (const slot of known) keys[slot] = keyOf(slot);
    return Uint32Array.from(known.sort((a, b) => compareKeys(keys[a]!, keys[b]!)));
  }
}

/** A slot in an order. */
interface Entry {
  slot: number;
  key: string | number;
  id: string;
}

const compareKeys = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0);

const isBefore = (a: Entry, b: Entry) => (compareKeys(a.key, b.key) || compareKeys(a.id, b.id)) < 0;

/** Inserts sorted entries into a sorted list. */
function merge(
  list: Uint32Array,
  added: readonly Entry[],
  precedes: (one: Entry, slot: number) => boolean,
): Uint32Array {
  const merged = new Uint32Array(list.length + added.length);
  let from = 0;
  let to = 0;
  for (const one of added) {
    let low = from;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (precedes(one, list[middle]!)) high = middle;
      else low = middle + 1;
    }
    merged.set(list.subarray(from, low), to);
    to += low - from;
    merged[to] = one.slot;
    to += 1;
    from = low;
  }
  merged.set(list.subarray(from), to);
  return merged;
}

function passing(slots: Uint32Array, passes: Uint8Array): Uint32Array {
  const wanted = new Uint32Array(slots.length);
  let length = 0;
  for (let at = 0; at < slots.length; at += 1) {
    const slot = slots[at]!;
    if (passes[slot] === 1) wanted[length++] = slot;
  }
  return wanted.slice(0, length);
}

/** Numbers by size, before what is none. */
function compareMixed(a: AttributeValue, b: AttributeValue): number {
  const isNumber = typeof a === 'number';
  return isNumber === (typeof b === 'number') ? compareValues(a, b) : isNumber ? -1 : 1;
}

/** Bits by which slots are sorted at once, the lowest first: each pass leaves what is alike as it was. */
const DIGIT = 16;

/** Sorts slots by their ranks. Takes two passes at most, whatever there is. */
function byRank(slots: Uint32Array, ranks: Uint16Array | Uint32Array, isFalling: boolean): Uint32Array {
  let highest = 0;
  for (let at = 0; at < slots.length; at += 1) highest = Math.max(highest, ranks[slots[at]!]!);
  let sorted = slots;
  for (let shift = 0; shift < 32 && highest >>> shift > 0; shift += DIGIT) {
    const most = Math.min(highest >>> shift, 2 ** DIGIT - 1);
    const digitOf = (slot: number) => {
      const digit = (ranks[slot]! >>> shift) & (2 ** DIGIT - 1);
      return isFalling ? most - digit : digit;
    };
    const starts = new Uint32Array(most + 2);
    for (let at = 0; at < sorted.length; at += 1) starts[digitOf(sorted[at]!) + 1]! += 1;
    for (let digit = 1; digit <= most; digit += 1) starts[digit]! += starts[digit - 1]!;
    const next = new Uint32Array(sorted.length);
    for (let at = 0; at < sorted.length; at += 1) {
      const slot = sorted[at]!;
      next[starts[digitOf(slot)]!++] = slot;
    }
    sorted = next;
  }
  return sorted;
}

/** Sorts names as people do: by letters alone, and by the size of numbers. */
function nameKey(name: string): string {
  return plainLetters(name).replace(/\d+/g, (digits) => digits.padStart(12, '0'));
}
