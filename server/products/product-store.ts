import type { Category } from '#contract/categories/schema.ts';
import { smallestOrder } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';
import { Column, withRoom } from './column.ts';
import { Table } from './table.ts';

/** Fields with a text of each product's own. */
const TEXTS = ['_id', 'name', 'shortDetails', 'sku', 'mpn', 'ean'] as const;
type Text = (typeof TEXTS)[number];

/** Fields that are kept in a form of their own. Numbers have a column each, and what many products have alike is kept once. */
const OWN: ReadonlySet<string> = new Set([...TEXTS, 'maker', 'attributes', 'priceBreaks']);

const NO_BREAKS: readonly number[] = [];

/** Quantities and prices in turn. An array that grows would keep room for more. */
function flatten(breaks: Product['priceBreaks']): readonly number[] {
  if (breaks.length === 0) return NO_BREAKS;
  const flat = new Array<number>(2 * breaks.length);
  for (const [n, { from, price }] of breaks.entries()) {
    flat[2 * n] = from;
    flat[2 * n + 1] = price;
  }
  return flat;
}

/**
 * Products in little memory: an object for each would take five times as much. A product has a slot, by which columns know it,
 * from when it is added until it is removed. `get` makes the product of it.
 */
export class ProductStore {
  readonly #slots = new Map<string, number>();
  readonly #free: number[] = [];
  #end = 0;
  readonly #texts: Record<Text, (string | undefined)[]> = {
    _id: [],
    name: [],
    shortDetails: [],
    sku: [],
    mpn: [],
    ean: [],
  };
  #revisions: Float64Array = new Float64Array(0);
  readonly #numbers = new Map<string, Float64Array>();
  /** Quantity and price of each price break in turn. */
  readonly #breaks: (readonly number[])[] = [];
  /** All other fields, as JSON. */
  readonly #rest = new Column<string>();
  readonly makers = new Column<string>();
  readonly #tables = new Map<string, Table>();
  readonly #tableOf: (Table | undefined)[] = [];
  #rowOf: Uint32Array = new Uint32Array(0);
  #arranged: readonly Category[] = [];

  /** The number of products. */
  get size(): number {
    return this.#slots.size;
  }

  /** All slots are below this one. */
  get end(): number {
    return this.#end;
  }

  slotOf(id: string): number | undefined {
    return this.#slots.get(id);
  }

  /** Returns whether a slot has a product. */
  has(slot: number): boolean {
    return this.#texts._id[slot] !== undefined;
  }

  idOf(slot: number): string {
    return this.#texts._id[slot]!;
  }

  text(field: Text, slot: number): string | undefined {
    return this.#texts[field][slot];
  }

  /** The numbers of a field by slot, NaN where there is none. */
  numbers(field: 'price' | 'available'): Float64Array {
    return this.#numbers.get(field) ?? new Float64Array(0);
  }

  /** Returns a function that tells of a slot whether as many pieces are in stock as the smallest order of its product has. */
  orderable(): (slot: number) => boolean {
    const [stocks, minimums, multiples] = ['available', 'minOrder', 'multiple'].map((field) =>
      this.#numbers.get(field),
    );
    const smallest = smallestOrder();
    return (slot) => {
      const multiple = multiples?.[slot] || 1;
      const least = Math.max(smallest, minimums![slot]!);
      return stocks![slot]! >= Math.ceil(least / multiple) * multiple;
    };
  }

  /** The products of each category, by its slug; under '' those without one. */
  get tables(): ReadonlyMap<string, Table> {
    return this.#tables;
  }

  /** Returns an attribute's value. */
  facet(slot: number, key: string): string | number | boolean | undefined {
    return this.#tableOf[slot]?.column(key)?.get(this.#rowOf[slot]!);
  }

  /** The revision of a product's row. */
  revisionOf(slot: number): number {
    return this.#revisions[slot]!;
  }

  /** Adds a product, or replaces it; returns its slot. */
  put(product: Product, revision: number): number {
    let slot = this.#slots.get(product._id);
    if (slot === undefined) {
      slot = this.#free.pop() ?? this.#end++;
      this.#slots.set(product._id, slot);
    }
    this.#revisions = withRoom(this.#revisions, slot);
    this.#revisions[slot] = revision;
    const rest: Record<string, unknown> = {};
    for (const column of this.#numbers.values()) if (slot < column.length) column[slot] = Number.NaN;
    for (const field in product) {
      const value: unknown = product[field as keyof Product];
      if (typeof value === 'number') this.#setNumber(field, slot, value);
      else if (!OWN.has(field)) rest[field] = value;
    }
    for (const field of TEXTS) this.#texts[field][slot] = product[field];
    // One text instead of two that are alike.
    if (product.mpn === product.sku) this.#texts.mpn[slot] = product.sku;
    this.#rest.set(slot, JSON.stringify(rest));
    this.makers.set(slot, product.maker);
    this.#breaks[slot] = flatten(product.priceBreaks);
    this.#file(slot, product);
    return slot;
  }

  remove(id: string): void {
    const slot = this.#slots.get(id);
    if (slot === undefined) return;
    this.#unfile(slot);
    for (const field of TEXTS) this.#texts[field][slot] = undefined;
    this.#rest.set(slot, undefined);
    this.makers.set(slot, undefined);
    this.#breaks[slot] = NO_BREAKS;
    this.#slots.delete(id);
    this.#free.push(slot);
  }

  setStock(slot: number, available: number, revision: number): void {
    this.#revisions[slot] = revision;
    this.#setNumber('available', slot, available);
  }

  get(slot: number): Product {
    const product: Record<string, unknown> = JSON.parse(this.#rest.get(slot)!);
    for (const field of TEXTS)
      if (this.#texts[field][slot] !== undefined) product[field] = this.#texts[field][slot];
    for (const [field, column] of this.#numbers) {
      const value = column[slot];
      if (value !== undefined && !Number.isNaN(value)) product[field] = value;
    }
    const maker = this.makers.get(slot);
    if (maker !== undefined) product.maker = maker;
    product.attributes = this.#tableOf[slot]!.get(this.#rowOf[slot]!);
    const breaks = this.#breaks[slot]!;
    product.priceBreaks = Array.from({ length: breaks.length / 2 }, (_, n) => ({
      from: breaks[2 * n]!,
      price: breaks[2 * n + 1]!,
    }));
    return product as unknown as Product;
  }

  /** Puts attributes into the order of their categories. */
  arrange(categories: readonly Category[]): void {
    this.#arranged = categories;
    for (const { slug, attributes } of categories) this.#tables.get(slug)?.arrange(attributes);
  }

  #setNumber(field: string, slot: number, value: number): void {
    const known = this.#numbers.get(field) ?? new Float64Array(0);
    const column = withRoom(known, slot);
    if (column !== known) {
      column.fill(Number.NaN, known.length);
      this.#numbers.set(field, column);
    }
    column[slot] = value;
  }

  /** Puts a product's attributes into the table of its category. */
  #file(slot: number, { category, attributes }: Product): void {
    const slug = category?.slug ?? '';
    let table = this.#tables.get(slug);
    if (!table) {
      table = new Table();
      this.#tables.set(slug, table);
      table.arrange(this.#arranged.find((one) => one.slug === slug)?.attributes ?? []);
    }
    if (this.#tableOf[slot] === table) {
      table.set(this.#rowOf[slot]!, attributes);
      return;
    }
    this.#unfile(slot);
    this.#tableOf[slot] = table;
    this.#rowOf = withRoom(this.#rowOf, slot);
    this.#rowOf[slot] = table.add(slot, attributes);
  }

  #unfile(slot: number): void {
    const table = this.#tableOf[slot];
    if (!table) return;
    const row = this.#rowOf[slot]!;
    this.#rowOf[table.remove(row)] = row;
    this.#tableOf[slot] = undefined;
  }
}
