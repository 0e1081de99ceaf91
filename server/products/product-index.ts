import { LRUCache } from 'lru-cache';
import type { Category } from '#contract/categories/schema.ts';
import type { Narrowing } from '#contract/products/narrowing.ts';
import type { Facets, ProductListQuery } from '#contract/products/product-lists.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Instead } from '#contract/products/suggestions.ts';
import { type Conditions, failuresOf, NOTHING } from './conditions.ts';
import { countBelow, countFacets } from './facets.ts';
import type { NumberMatch } from './number-index.ts';
import { Orders } from './orders.ts';
import { partNumberKey } from './part-number.ts';
import { ProductStore } from './product-store.ts';
import { isAny, Search, type Searched } from './search.ts';
import { type Condition, sayCondition } from './understand.ts';
import { readQuery } from './words.ts';

/** What a number in a query is about is told by so many of the products found. */
const DESCRIBED_BY = 100;

const NOTHING_FOUND = new Uint32Array();

/** Bytes of the results that are kept. */
const KEPT_BYTES = 4 * 1024 * 1024;
/** What a product takes in a result. */
const SLOT_BYTES = 4;
/** What a span of an attribute takes in an understood condition, with its share of the attribute. */
const SPAN_BYTES = 140;

/**
 * Finds products by words and part numbers, narrows and counts them, in every order. Results are kept until something changes
 * that products are found or sorted by: not with each piece of stock that is ordered.
 */
export class ProductIndex {
  readonly #store = new ProductStore();
  readonly #orders = new Orders(this.#store);
  readonly #search = new Search(this.#store);
  readonly #found = new LRUCache<string, Uint32Array>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (found, key) => 2 * key.length + SLOT_BYTES * found.length + 1,
  });
  readonly #counted = new LRUCache<string, Facets>({
    maxSize: KEPT_BYTES,
    sizeCalculation: (facets, key) => 2 * (key.length + JSON.stringify(facets).length),
  });
  readonly #searches = new LRUCache<string, Searched>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ scores, understood }, key) =>
      1000 + 20 * key.length + scores.byteLength + SPAN_BYTES * spansOf(understood),
  });

  get size(): number {
    return this.#store.size;
  }

  /** About the bytes of all results that are kept. */
  get keptBytes(): number {
    return this.#found.calculatedSize + this.#counted.calculatedSize + this.#searches.calculatedSize;
  }

  /** All categories by name, as products are narrowed by them. */
  get categories(): readonly Category[] {
    return this.#search.categories;
  }

  set categories(categories: readonly Category[]) {
    this.#search.categories = categories;
    this.#store.arrange(categories);
    this.#forget();
  }

  /** Adds a product, or updates it. `revision` is that of its row. */
  put(product: Product, revision = 1): void {
    const known = this.#store.slotOf(product._id);
    const before = known === undefined ? undefined : this.#store.get(known);
    const slot = this.#store.put(product, revision);
    this.#search.put(slot, product, before);
    this.#orders.touch(
      slot,
      before && (['name', 'price', 'sku'] as const).filter((field) => before[field] !== product[field]),
    );
    this.#forget();
  }

  /** Changes a product's stock alone. */
  setStock(id: string, available: number, revision: number): void {
    const slot = this.#store.slotOf(id);
    if (slot === undefined) return;
    const isOrderable = this.#store.orderable();
    const before = isOrderable(slot);
    this.#store.setStock(slot, available, revision);
    // Counts tell what can be ordered, and not how much.
    if (before !== isOrderable(slot)) this.#forget();
  }

  remove(id: string): void {
    const slot = this.#store.slotOf(id);
    if (slot === undefined) return;
    this.#search.remove(slot, this.#store.get(slot));
    this.#store.remove(id);
    this.#orders.touch(slot);
    this.#forget();
  }

  /** Does what the first search would do otherwise. */
  settle(): void {
    this.#orders.settle();
    this.#search.settle();
  }

  /** Returns the revision of a product's row; undefined for an unknown product. */
  revisionOf(id: string): number | undefined {
    const slot = this.#store.slotOf(id);
    return slot === undefined ? undefined : this.#store.revisionOf(slot);
  }

  get(id: string): Product | undefined {
    const slot = this.#store.slotOf(id);
    return slot === undefined ? undefined : this.#store.get(slot);
  }

  /**
   * Returns the ids of the products whose name, details, maker or part numbers contain every word of `q` and that satisfy the
   * rest, in the given order; without an order the best matches first, or the oldest without `q`: at most `limit` of them that
   * follow the one with the id `after`, and how many match in all. None for an unknown `after`.
   */
  find({ sort, limit, after, ...narrowing }: ProductListQuery): { ids: string[]; total: number } {
    const found = this.#find(narrowing, sort);
    let start = 0;
    if (after !== undefined) {
      const slot = this.#store.slotOf(after);
      const place = slot === undefined ? -1 : found.indexOf(slot);
      start = place < 0 ? found.length : place + 1;
    }
    const page = found.subarray(start, limit === undefined ? undefined : start + limit);
    return { ids: Array.from(page, (slot) => this.#store.idOf(slot)), total: found.length };
  }

  /** Returns what products can be narrowed by, with counts. */
  facets(narrowing: Partial<Narrowing>): Facets {
    const key = JSON.stringify(narrowing);
    const before = this.#counted.get(key);
    if (before) return before;
    const { q } = narrowing;
    const { understood, instead } = q?.trim() ? this.#searched(q) : { understood: [], instead: {} };
    // What the conditions are about is told by what they have found.
    const found =
      understood.length > 0 ? this.find({ q, limit: DESCRIBED_BY }).ids.map((id) => this.get(id)!) : [];
    const facets = {
      ...countFacets(this.#store, this.#conditionsOf(narrowing), this.categories),
      understood: understood.map((condition) => sayCondition(condition, found)),
      ...instead,
    };
    this.#counted.set(key, facets);
    return facets;
  }

  /** Returns how many products each category has, with those below it. */
  countCategories(): { slug: string; name: string; count: number }[] {
    const sizes = new Map([...this.#store.tables].map(([slug, { size }]) => [slug, size]));
    return countBelow(sizes, this.categories).filter(({ count }) => count > 0);
  }

  /** Returns the id of the product with this SKU: the one spelled alike, or else one in another case of letters. */
  idOfSku(sku: string): string | undefined {
    const capitals = sku.toUpperCase();
    const skuOf = (slot: number) => this.#store.text('sku', slot)!;
    const alike = this.#search.numbers
      .exactly(partNumberKey(sku))
      .filter((slot) => skuOf(slot).toUpperCase() === capitals);
    const slot = alike.find((one) => skuOf(one) === sku) ?? alike[0];
    return slot === undefined ? undefined : this.#store.idOf(slot);
  }

  /** Returns SKUs, those of the oldest products first, from one place up to before another. */
  skus(start: number, end: number): string[] {
    const slots = this.#orders.sorted('oldest').subarray(start, end);
    return Array.from(slots, (slot) => this.#store.text('sku', slot)!);
  }

  /** Finds products by their part numbers; see NumberIndex. */
  readonly numbers = {
    exactly: (key: string, most?: number) =>
      this.#search.numbers.exactly(key, most).map((slot) => this.#store.get(slot)),
    beginning: (key: string, most: number) =>
      this.#search.numbers.beginning(key, most).map((slot) => this.#store.get(slot)),
    within: (text: string, lengths: readonly number[], most: number) =>
      this.#search.numbers.within(text, lengths, most).map(({ length, entries }) => ({
        length,
        products: entries.map((slot) => this.#store.get(slot)),
      })),
    misspelt: (key: string, most: number): NumberMatch<Product>[] =>
      this.#search.numbers
        .misspelt(key, most)
        .map((match) => ({ ...match, entry: this.#store.get(match.entry) })),
  };

  /** Finds products by whole words of their names, details and makers, or what these mean; no beginnings, no corrections. */
  readonly words = {
    /**
     * Returns products among which are all that have every word: no more than `most` where the words allow, otherwise one more.
     * Of a few products not every word has been looked at.
     */
    having: (text: string, most: number) =>
      this.#search.words.having(readQuery(text), most).map((slot) => this.#store.get(slot)),
    /** Returns whether a word, in lower case, is in any product. */
    has: (word: string) => this.#search.words.has(word),
    /** Returns whether a word begins one of any product, or has one letter wrong of it. */
    isLike: (word: string) => this.#search.words.isLike(word),
  };

  /** Returns what is found instead of what a query asks for; nothing where parts have that. */
  insteadOf(q: string): Instead {
    return q.trim() === '' ? {} : this.#searched(q).instead;
  }

  #find(narrowing: Partial<Narrowing>, sort: ProductListQuery['sort']): Uint32Array {
    const conditions = this.#conditionsOf(narrowing);
    const { scores } = conditions;
    if (!scores && !isNarrowed(narrowing) && !sort?.endsWith('stock'))
      return this.#orders.sorted(sort ?? 'oldest');
    const key = JSON.stringify([narrowing, sort]);
    // Each order changes a product's stock.
    const before = sort?.endsWith('stock') ? undefined : this.#found.get(key);
    if (before) return before;
    const found = scores && !isAny(scores) ? NOTHING_FOUND : this.#sorted(conditions, sort);
    this.#found.set(key, found);
    return found;
  }

  #sorted(conditions: Conditions, sort: ProductListQuery['sort']): Uint32Array {
    const { scores } = conditions;
    const passes = this.#passing(conditions);
    return scores && !sort
      ? this.#orders.byScore(scores, passes)
      : this.#orders.sorted(sort ?? 'oldest', passes);
  }

  /** Returns 1 for each slot that satisfies everything. */
  #passing(conditions: Conditions): Uint8Array {
    const passes = new Uint8Array(this.#store.end);
    const failures = failuresOf(this.#store, conditions, this.categories);
    for (const [slug, table] of this.#store.tables) {
      const failed = failures(slug, table);
      const { slots } = table;
      for (let row = 0; row < failed.length; row += 1) if (failed[row] === NOTHING) passes[slots[row]!] = 1;
    }
    return passes;
  }

  #conditionsOf({ q, ...narrowing }: Partial<Narrowing>): Conditions {
    return { ...narrowing, scores: q?.trim() ? this.#searched(q).scores : undefined };
  }

  #searched(q: string): Searched {
    const key = q.trim();
    let searched = this.#searches.get(key);
    if (!searched) {
      searched = this.#search.find(key);
      this.#searches.set(key, searched);
    }
    return searched;
  }

  #forget(): void {
    // Clearing an empty cache takes time, too: for each product at the start.
    for (const kept of [this.#found, this.#counted, this.#searches]) if (kept.size > 0) kept.clear();
  }
}

/** A number without a unit is of nearly all attributes of all categories. */
function spansOf(understood: readonly Condition[]): number {
  return understood.reduce(
    (count, { attributes, yesNo }) => count + attributes.length + (yesNo?.attributes.length ?? 0),
    0,
  );
}

function isNarrowed({ category, makers = [], price, inStock, facets = {} }: Partial<Narrowing>): boolean {
  return (
    category !== undefined ||
    makers.length > 0 ||
    price !== undefined ||
    inStock === true ||
    Object.keys(facets).length > 0
  );
}
