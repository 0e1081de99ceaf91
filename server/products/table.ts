import type { Attribute } from '#contract/categories/schema.ts';
import type { AttributeValue } from '#contract/products/product-facts.ts';
import type { Product } from '#contract/products/schema.ts';
import { Column, withRoom } from './column.ts';

interface AttributeColumn {
  name: string;
  unit: string | undefined;
  column: Column<AttributeValue>;
}

/** The products of a category: a row each, and a column for each attribute. */
export class Table {
  /** The slot of each row's product. */
  slots: Uint32Array = new Uint32Array(0);
  size = 0;
  #columns = new Map<string, AttributeColumn>();

  column(key: string): Column<AttributeValue> | undefined {
    return this.#columns.get(key)?.column;
  }

  /** Adds a product's row; returns its number. */
  add(slot: number, attributes: Product['attributes']): number {
    const row = this.size;
    this.size += 1;
    this.slots = withRoom(this.slots, row);
    this.slots[row] = slot;
    this.#fill(row, attributes);
    return row;
  }

  set(row: number, attributes: Product['attributes']): void {
    for (const { column } of this.#columns.values()) column.set(row, undefined);
    this.#fill(row, attributes);
  }

  /** Sets the values of a row that has none. */
  #fill(row: number, attributes: Product['attributes']): void {
    for (const { key, name, unit, value } of attributes) {
      let known = this.#columns.get(key);
      if (!known) {
        known = { name, unit, column: new Column() };
        this.#columns.set(key, known);
      }
      known.name = name;
      known.unit = unit;
      known.column.set(row, value);
    }
  }

  /** Removes a row. The last one takes its place: returns the slot of that one's product. */
  remove(row: number): number {
    this.size -= 1;
    const moved = this.slots[this.size]!;
    this.slots[row] = moved;
    for (const { column } of this.#columns.values()) {
      column.set(row, column.get(this.size));
      column.set(this.size, undefined);
    }
    return moved;
  }

  /** Returns the values of a row, in the order of the columns. */
  get(row: number): Product['attributes'] {
    const attributes: Product['attributes'] = [];
    for (const [key, { name, unit, column }] of this.#columns) {
      const value = column.get(row);
      if (value !== undefined) attributes.push({ key, name, value, ...(unit !== undefined && { unit }) });
    }
    return attributes;
  }

  /** Returns whether a row has no values at all. */
  isEmpty(row: number): boolean {
    return this.#columns.values().every(({ column }) => column.get(row) === undefined);
  }

  /** Puts the columns into the order of the category's attributes. */
  arrange(attributes: readonly Attribute[]): void {
    const before = this.#columns;
    this.#columns = new Map();
    for (const { key, name, unit } of attributes)
      this.#columns.set(key, { name, unit, column: before.get(key)?.column ?? new Column() });
    for (const [key, column] of before) if (!this.#columns.has(key)) this.#columns.set(key, column);
  }
}
