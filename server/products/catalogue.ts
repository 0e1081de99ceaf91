import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import type { Category } from '#contract/categories/schema.ts';
import type { Narrowing } from '#contract/products/narrowing.ts';
import { type Facets, MOST_PRODUCTS, type ProductListQuery } from '#contract/products/product-lists.ts';
import { type Product, ProductSchema } from '#contract/products/schema.ts';
import type { Suggestions } from '#contract/products/suggestions.ts';
import type { Database } from '../ground/database/client.ts';
import { type Listener, listen } from '../ground/database/listen.ts';
import { ReadyBytes } from '../ground/handling/ready-bytes.ts';
import { readCategories } from './category.ts';
import type { CompanyNumbers } from './own-numbers.ts';
import { ProductIndex } from './product-index.ts';
import { findRecentlyChanged, readCatalogue, readProducts } from './queries.ts';
import type { StoredProduct } from './row.ts';
import { suggest } from './suggest.ts';

const CHANNEL = 'products';
/** Among the ids of an announcement: categories have changed. */
const CATEGORIES = 'categories';
/** Milliseconds between announcements, each of which has all changes since the last one. */
const ANNOUNCE_AFTER_MS = 50;
/** Milliseconds between polls for changes that were not announced. */
const POLL_EVERY_MS = 5_000;
/** Seconds that the poll looks back before the last one: longer than any transaction may take. */
const POLL_BACK_SECONDS = 60;
/** PostgreSQL's limit of 8,000 bytes a message holds this many ids. */
const IDS_PER_MESSAGE = 200;

/** Bytes of the products that are kept as JSON. */
const KEPT_BYTES = 8 * 1024 * 1024;
/** Products that are made at once, as objects or as JSON. */
const PRODUCTS_AT_ONCE = 100;
/** Products that are read again at once: as many as an import changes in one transaction. */
const READ_AT_ONCE = 250;

/**
 * The products on sale, in memory, since everyone reads them all the time. The process that changes one calls `refresh`
 * or `setStock` and answers with it at once; the others hear of it through LISTEN/NOTIFY, and a poll is the safety net.
 * A row's revision decides what is newer, whatever order the news arrive in.
 */
export class Catalogue {
  readonly #database: Database;
  /** Distinguishes this process's announcements from others'. */
  readonly #name = randomUUID();
  readonly #index = new ProductIndex();
  /** By id, in the contract's form: made on first use, since an order changes a product, and perhaps nobody reads it. */
  readonly #json = new LRUCache<string, { revision: number; json: string }>({
    maxSize: KEPT_BYTES,
    sizeCalculation: ({ json }, id) => 2 * (json.length + id.length),
  });
  readonly #unannounced = new Set<string>();
  #categoryBytes: ReadyBytes | undefined;
  #bytes: ReadyBytes | undefined;
  #version = 0;
  /** Reads of the categories that were begun, and the one of which they are. */
  #categoryReads = 0;
  #categoriesOf = 0;
  #listener: Listener | undefined;
  #poll: NodeJS.Timeout | undefined;
  /** When the last read of all changes began. */
  #caughtUp = performance.now();
  #announcing: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads all products and starts to listen for changes. */
  async open(): Promise<void> {
    await this.#readCategories();
    this.#caughtUp = performance.now();
    for await (const products of readCatalogue(this.#database.db)) this.#take(products);
    this.#index.settle();
    const catchUp = () => this.#catchUp().catch(() => {});
    this.#listener = listen(this.#database.pool, CHANNEL, (payload) => this.#hear(payload), catchUp);
    this.#poll = setInterval(catchUp, POLL_EVERY_MS);
    this.#poll.unref();
  }

  async close(): Promise<void> {
    clearInterval(this.#poll);
    clearTimeout(this.#announcing);
    await this.#announce().catch(() => {});
    await this.#listener?.close();
  }

  /** The number of products on sale. */
  get size(): number {
    return this.#index.size;
  }

  /** Returns a page of the products on sale that match, and how many match in all; see ProductIndex. */
  find(query: ProductListQuery): { products: Product[]; total: number } {
    const { ids, total } = this.#index.find(query);
    return { products: ids.map((id) => this.get(id)!), total };
  }

  /** Returns the ids of the products that `find` returns. */
  findIds(query: ProductListQuery): string[] {
    return this.#index.find(query).ids;
  }

  /** Returns what `find` returns page by page, so that many products keep nobody waiting. */
  findPages(query: ProductListQuery): AsyncGenerator<Product[]> {
    return pagesOf(this.#index.find(query).ids, (id) => this.get(id));
  }

  /** Returns the JSON of products, MOST_PRODUCTS without a `limit`, a list for each hundred of them, and how many match in all. */
  findJson({ limit = MOST_PRODUCTS, ...query }: ProductListQuery): {
    pages: AsyncIterable<string[]>;
    total: number;
    /** The last of them, where more follow. */
    last: string | undefined;
  } {
    const { ids, total } = this.#index.find({ ...query, limit: limit + 1 });
    const shown = ids.slice(0, limit);
    return {
      pages: pagesOf(shown, (id) => this.json(id)),
      total,
      last: ids.length > limit ? shown.at(-1) : undefined,
    };
  }

  /** Returns what the products can be narrowed by; see FacetsSchema. */
  facets(narrowing: Partial<Narrowing>): Facets {
    return this.#index.facets(narrowing);
  }

  /** All categories by name. */
  get categories(): readonly Category[] {
    return this.#index.categories;
  }

  /** GET /categories. */
  categoryBytes(): ReadyBytes {
    this.#categoryBytes ??= new ReadyBytes(JSON.stringify(this.categories));
    return this.#categoryBytes;
  }

  /** Reads the categories again after this process has changed one, and notifies the other processes. */
  async refreshCategories(): Promise<void> {
    this.#announceSoon([CATEGORIES]);
    await this.#readCategories();
  }

  /** Returns parts and categories for what has been typed so far, also by a company's own numbers. */
  suggest(q: string, own?: CompanyNumbers): Suggestions {
    return suggest(q, this.#index, this.#index.countCategories(), own);
  }

  has(id: string): boolean {
    return this.#index.revisionOf(id) !== undefined;
  }

  /** Returns a product on sale. Of its substitutes it shows those on sale. */
  get(id: string): Product | undefined {
    const product = this.#index.get(id);
    if (product?.substitutes)
      product.substitutes = product.substitutes.filter(
        (one) => this.#index.revisionOf(one._id) !== undefined,
      );
    return product;
  }

  /** Returns the product with this SKU in any case of letters. */
  findPart(sku: string): Product | undefined {
    const id = this.#index.idOfSku(sku);
    return id === undefined ? undefined : this.get(id);
  }

  /** Finds products by their part numbers; see NumberIndex. */
  get numbers(): ProductIndex['numbers'] {
    return this.#index.numbers;
  }

  /** Finds products by whole words; see ProductIndex. */
  get words(): ProductIndex['words'] {
    return this.#index.words;
  }

  /** Returns SKUs of products on sale, oldest first, from one place up to before another. */
  skus(start: number, end: number): string[] {
    return this.#index.skus(start, end);
  }

  /** GET /products/{id}: a product as the contract lists it, in JSON. The same text for as long as nothing has changed. */
  json(id: string): string | undefined {
    const revision = this.#index.revisionOf(id);
    if (revision === undefined) return undefined;
    const known = this.#json.get(id);
    if (known?.revision === revision) return known.json;
    const json = JSON.stringify(ProductSchema.parse(this.get(id)));
    this.#json.set(id, { revision, json });
    return json;
  }

  /** Increases with each change of a product that this process has read. */
  get version(): number {
    return this.#version;
  }

  /** GET /products without parameters; undefined where it is not the whole list. */
  bytes(): ReadyBytes | undefined {
    if (this.size > MOST_PRODUCTS) return undefined;
    this.#bytes ??= new ReadyBytes(
      `[${this.#index
        .find({})
        .ids.map((id) => this.json(id))
        .join(',')}]`,
    );
    return this.#bytes;
  }

  /** Reads products again after this process has changed them, and notifies the other processes. */
  async refresh(ids: string[]): Promise<void> {
    this.#announceSoon(ids);
    await this.#read(ids);
  }

  /**
   * Stores a product's stock that a statement of this process has just returned, and notifies the other processes. Reads the
   * product again when it was changed in between, by another order or another process.
   */
  async setStock(id: string, available: number, revision: number): Promise<void> {
    this.#announceSoon([id]);
    const known = this.#index.revisionOf(id);
    if (known === undefined || revision <= known) return;
    if (revision > known + 1) return this.#read([id]);
    this.#index.setStock(id, available, revision);
    this.#changed();
  }

  /** Handles announcements of other processes; this process has its own changes already. */
  #hear(payload: string): void {
    const [ids = '', from] = payload.split(' ');
    if (from === this.#name) return;
    const changed = new Set(ids.split(','));
    if (changed.delete(CATEGORIES)) this.#readCategories().catch(() => {});
    if (changed.size > 0) this.#read([...changed]).catch(() => {});
  }

  async #readCategories(): Promise<void> {
    this.#categoryReads += 1;
    const read = this.#categoryReads;
    const categories = await readCategories(this.#database.db);
    // One that was begun later may have seen more.
    if (read < this.#categoriesOf || isDeepStrictEqual(categories, this.categories)) return;
    this.#categoriesOf = read;
    this.#index.categories = categories;
    this.#categoryBytes = undefined;
    this.#version += 1;
  }

  /** Page by page: a category that changes may have many products, and others are answered between two pages. */
  async #read(ids: string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += READ_AT_ONCE) {
      if (start > 0) await setImmediate();
      this.#take(await readProducts(this.#database.db, ids.slice(start, start + READ_AT_ONCE)));
    }
  }

  async #catchUp(): Promise<void> {
    const begun = performance.now();
    await this.#readCategories();
    const back = (begun - this.#caughtUp) / 1000 + POLL_BACK_SECONDS;
    const changed = await findRecentlyChanged(this.#database.db, back);
    await this.#read(changed.filter((one) => this.#isNews(one.id, one)).map(({ id }) => id));
    this.#caughtUp = begun;
  }

  #take(changes: StoredProduct[]): void {
    for (const { product, revision, removed } of changes) {
      if (!this.#isNews(product._id, { revision, removed })) continue;
      const isNew = !this.has(product._id);
      if (removed) this.#index.remove(product._id);
      else this.#index.put(product, revision);
      // Others show it as their substitute, or no longer.
      if (removed || isNew) this.#json.clear();
      this.#changed();
    }
  }

  #isNews(id: string, { revision, removed }: { revision: number; removed: boolean }): boolean {
    const known = this.#index.revisionOf(id);
    return known === undefined ? !removed : known < revision;
  }

  #changed(): void {
    this.#bytes = undefined;
    this.#version += 1;
  }

  #announceSoon(ids: string[]): void {
    for (const id of ids) this.#unannounced.add(id);
    this.#announcing ??= setTimeout(() => {
      this.#announcing = undefined;
      // The other processes' poll makes up for a failure here.
      this.#announce().catch(() => {});
    }, ANNOUNCE_AFTER_MS);
  }

  /** NOTIFY takes a lock at commit, so it is sent separately and not in the transactions of orders. */
  async #announce(): Promise<void> {
    const ids = [...this.#unannounced];
    this.#unannounced.clear();
    for (let start = 0; start < ids.length; start += IDS_PER_MESSAGE) {
      const piece = ids.slice(start, start + IDS_PER_MESSAGE).join(',');
      await this.#database.pool.query('select pg_notify($1, $2)', [CHANNEL, `${piece} ${this.#name}`]);
    }
  }
}

/** Reads products page by page. Some may have been removed since; others are answered between two pages. */
async function* pagesOf<T>(ids: string[], read: (id: string) => T | undefined): AsyncGenerator<T[]> {
  for (let start = 0; start < ids.length; start += PRODUCTS_AT_ONCE) {
    yield ids.slice(start, start + PRODUCTS_AT_ONCE).flatMap((id) => read(id) ?? []);
    await setImmediate();
  }
}
