import { randomUUID } from 'node:crypto';
import { type Product, type ProductListQuery, ProductSchema } from '#contract/products.ts';
import type { Database } from '../database/client.ts';
import { type Listener, listen } from '../database/listen.ts';
import { ReadyBytes } from '../handling/ready-bytes.ts';
import { ProductIndex } from './product-index.ts';
import { readCatalogue, readProducts, readRecentlyChanged, type StoredProduct } from './queries.ts';

const CHANNEL = 'products';
/** Changes are announced together, at most this often. */
const ANNOUNCE_AFTER_MS = 50;
/** Looks for changes that no announcement told of. */
const POLL_EVERY_MS = 5_000;
/** How far back the poll looks: longer than any transaction may take. */
const POLL_BACK_SECONDS = 60;
/** PostgreSQL's limit of 8,000 bytes a message holds this many ids. */
const IDS_PER_MESSAGE = 200;

interface Entry {
  product: Product;
  revision: number;
  /** As the contract lists it. Made when it is first asked for: an order changes a product, and nobody may look. */
  json: string | undefined;
}

/**
 * The products on sale, in memory, since everyone reads them all the time. The process that changes one calls `refresh`
 * or `setStock` and answers with it at once; the others hear of it through LISTEN/NOTIFY, and a poll is the safety net.
 * A row's revision decides what is newer, whatever order the news arrive in.
 */
export class Catalogue {
  readonly #database: Database;
  /** Tells this process's announcements from others'. */
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

  /** Reads everything and starts to listen for changes. */
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

  /** How many products are on sale. */
  get size(): number {
    return this.#index.size;
  }

  /** Products on sale by words, order and piece, and how many match in all; see ProductIndex. */
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

  /** Counts the changes of all products that this process knows of. */
  get version(): number {
    return this.#version;
  }

  /** GET /products without parameters. */
  bytes(): ReadyBytes {
    this.#bytes ??= new ReadyBytes(`[${this.#index.all().map(toJson).join(',')}]`);
    return this.#bytes;
  }

  /** Reads products again after this process has changed them, and tells the other processes. */
  async refresh(ids: string[]): Promise<void> {
    this.#announceSoon(ids);
    await this.#read(ids);
  }

  /**
   * Takes over a product's stock that a statement of this process has just returned, and tells the other processes. Reads
   * the product when it was changed in between, by an order that is still on its way here or by another process.
   */
  async setStock(id: string, available: number, revision: number): Promise<void> {
    this.#announceSoon([id]);
    const entry = this.#entries.get(id);
    if (!entry || revision <= entry.revision) return;
    if (revision === entry.revision + 1)
      this.#take([{ product: { ...entry.product, available }, revision, removed: false }]);
    else await this.#read([id]);
  }

  /** News of other processes; its own it has taken in already. */
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
        const isListedAlike = known !== undefined && isAlikeInLists(known.product, product);
        const entry = Object.assign(known ?? {}, { product, revision, json: undefined });
        this.#entries.set(id, entry);
        if (!isListedAlike) this.#index.put(entry);
      }
      this.#bytes = undefined;
      this.#version += 1;
    }
  }

  #announceSoon(ids: string[]): void {
    for (const id of ids) this.#unannounced.add(id);
    this.#announcing ??= setTimeout(() => {
      this.#announcing = undefined;
      // What fails here is caught by the others' poll.
      this.#announce().catch(() => {});
    }, ANNOUNCE_AFTER_MS);
  }

  /** NOTIFY takes a lock at commit, so it is sent by itself and not within the transactions of orders. */
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

/** Whether lists have two states of a product at the same places. */
function isAlikeInLists(a: Product, b: Product): boolean {
  return a.name === b.name && a.shortDetails === b.shortDetails && a.price === b.price;
}
