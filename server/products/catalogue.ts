import { randomUUID } from 'node:crypto';
import { type Product, type ProductListQuery, ProductSchema } from '#contract/products.ts';
import type { Database } from '../database/client.ts';
import { type Listener, listen } from '../database/listen.ts';
import { ReadyBytes } from '../handling/ready-bytes.ts';
import { ProductIndex } from './product-index.ts';
import { readCatalogue, readProducts, readRecentlyChanged } from './queries.ts';
import type { StoredProduct } from './row.ts';

const CHANNEL = 'products';
/** Milliseconds between announcements, each of which has all changes since the last one. */
const ANNOUNCE_AFTER_MS = 50;
/** Milliseconds between polls for changes that were not announced. */
const POLL_EVERY_MS = 5_000;
/** Seconds that the poll looks back: longer than any transaction may take. */
const POLL_BACK_SECONDS = 60;
/** PostgreSQL's limit of 8,000 bytes a message holds this many ids. */
const IDS_PER_MESSAGE = 200;

interface Entry {
  product: Product;
  revision: number;
  /** In the contract's form. Made on first use: an order changes a product, and perhaps nobody reads it. */
  json: string | undefined;
}

/**
 * The products on sale, in memory, since everyone reads them all the time. The process that changes one calls `refresh`
 * or `setStock` and answers with it at once; the others hear of it through LISTEN/NOTIFY, and a poll is the safety net.
 * A row's revision decides what is newer, whatever order the news arrive in.
 */
export class Catalogue {
  readonly #database: Database;
  /** Distinguishes this process's announcements from others'. */
  readonly #name = randomUUID();
  readonly #entries = new Map<string, Entry>();
  readonly #index = new ProductIndex<Entry>();
  readonly #unannounced = new Set<string>();
  #bytes: ReadyBytes | undefined;
  #version = 0;
  #listener: Listener | undefined;
  #poll: NodeJS.Timeout | undefined;
  #announcing: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.#database = database;
  }

  /** Reads all products and starts to listen for changes. */
  async open(): Promise<void> {
    this.#take(await readCatalogue(this.#database.db));
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
    return this.#index.find(query);
  }

  get(id: string): Product | undefined {
    return this.#entries.get(id)?.product;
  }

  /** GET /products/{id}: a product as the contract lists it, in JSON. The same text for as long as nothing has changed. */
  json(id: string): string | undefined {
    const entry = this.#entries.get(id);
    return entry && toJson(entry);
  }

  /** Increases with each change of a product that this process has read. */
  get version(): number {
    return this.#version;
  }

  /** GET /products without parameters. */
  bytes(): ReadyBytes {
    this.#bytes ??= new ReadyBytes(`[${this.#index.all().map(toJson).join(',')}]`);
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
    const entry = this.#entries.get(id);
    if (!entry || revision <= entry.revision) return;
    if (revision === entry.revision + 1)
      this.#take([{ product: { ...entry.product, available }, revision, removed: false }]);
    else await this.#read([id]);
  }

  /** Handles announcements of other processes; this process has its own changes already. */
  #hear(payload: string): void {
    const [ids = '', from] = payload.split(' ');
    if (from !== this.#name) this.#read(ids.split(',')).catch(() => {});
  }

  async #read(ids: string[]): Promise<void> {
    this.#take(await readProducts(this.#database.db, ids));
  }

  async #catchUp(): Promise<void> {
    this.#take(await readRecentlyChanged(this.#database.db, POLL_BACK_SECONDS));
  }

  #take(changes: StoredProduct[]): void {
    for (const { product, revision, removed } of changes) {
      const id = product._id;
      const known = this.#entries.get(id);
      if (known ? known.revision >= revision : removed) continue;
      if (removed) {
        this.#entries.delete(id);
        this.#index.remove(id);
      } else {
        const entry = Object.assign(known ?? {}, { product, revision, json: undefined });
        this.#entries.set(id, entry);
        this.#index.put(entry);
      }
      this.#bytes = undefined;
      this.#version += 1;
    }
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

function toJson(entry: Entry): string {
  entry.json ??= JSON.stringify(ProductSchema.parse(entry.product));
  return entry.json;
}
