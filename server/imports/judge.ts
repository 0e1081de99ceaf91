/** What a row of a file does to the catalogue. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { Attribute } from '#contract/categories/schema.ts';
import { columnOf } from '#contract/imports/fields.ts';
import type { ColumnAsk, ImportOptions, RowAction, RowError, RowStock } from '#contract/imports/schema.ts';
import { fieldError, readMessage, say } from '#contract/kernel/field-message.ts';
import { smallestOrder } from '#contract/products/minimum.ts';
import { FACET_PREFIX, facetKeyOf } from '#contract/products/narrowing.ts';
import type { AttributeValue } from '#contract/products/product-facts.ts';
import { type NewProduct, NewProductSchema, ProductFieldsSchema } from '#contract/products/schema.ts';
import type { Substitute } from '#contract/products/substitutes.ts';
import { attributeErrors } from '../products/category.ts';
import { orderableErrors } from '../products/change.ts';
import type { ProductInput } from '../products/row.ts';
import type { ShelfLevel } from '../products/shelf.ts';
import { toSubstitutes } from '../products/substitutes.ts';
import { Asks, WORDS } from './asks.ts';
import { CategoryNames, type KnownCategory, type NewCategory } from './category-names.ts';
import { isNone, type NumberReading, plainCell, readAttribute } from './cells.ts';
import type { Draft } from './draft.ts';
import { plainValue } from './exported.ts';
import { type FieldValues, otherThan, pick, withValues } from './fields.ts';
import type { Column } from './headers.ts';
import { type Fail, packageOf } from './package.ts';
import { readStock } from './stock.ts';
import { changedOnBothSides, withoutUnedited } from './unedited.ts';

/** A product that a row is about. */
export interface KnownProduct {
  id: string;
  input: ProductInput;
  attributes: Attribute[];
  /** Its substitutes on sale. */
  shown: Substitute[];
  /** What is on its shelf, where its row says something of stock. */
  level?: ShelfLevel | undefined;
}

export interface Judged {
  action: RowAction;
  sku?: string | undefined;
  name?: string | undefined;
  /** Of a new product the id that it will have. */
  productId?: string;
  before?: FieldValues;
  /** Of a new product all of its input. */
  after?: FieldValues;
  /** For processes of the version before. */
  added?: number;
  stock?: RowStock;
  errors?: RowError[];
  /** Cells that are left out of a row that comes in. */
  told?: RowError[];
}

/** The picture of parts that are added without one. */
const NO_PICTURE = '/images/no-picture.webp';

/** What is not said of a new product. */
const defaults = () => ({ image: NO_PICTURE, minOrder: smallestOrder(), available: 0 });

export class Judge {
  readonly #categories = new CategoryNames();
  readonly #columns: Map<string, string>;
  readonly #places: Map<string, number>;
  readonly #readings: Map<string, NumberReading>;
  readonly #options: ImportOptions;
  readonly #asks = new Asks();
  /** Categories that are to be made. */
  readonly newCategories: readonly NewCategory[];

  /** @param readings how each of the columns is read */
  constructor(
    categories: readonly KnownCategory[],
    columns: readonly Column[],
    readings: readonly NumberReading[],
    options: ImportOptions = {},
  ) {
    this.#categories.add(categories);
    this.newCategories = this.#categories.addNew(options.categories ?? []);
    this.#columns = new Map(columns.flatMap(({ column, field }) => (field ? [[field, column]] : [])));
    this.#places = new Map(columns.flatMap(({ field }, place) => (field ? [[field, place]] : [])));
    this.#readings = new Map(
      columns.flatMap(({ field }, place) => (field ? [[field, readings[place] ?? {}]] : [])),
    );
    this.#options = options;
  }

  /** What has to be asked about columns after all rows so far. */
  get asks(): ColumnAsk[] {
    return this.#asks.all;
  }

  /**
   * Returns what a row does to the product with its SKU, or as a new one. Of the substitutes that it names the ids are known.
   * @param alike the SKU of another part that it may mean
   */
  judge(
    given: Draft,
    product: KnownProduct | undefined,
    substitutes: readonly (string | undefined)[] = [],
    alike?: string,
  ): Judged {
    const draft = product ? withoutUnedited(given) : given;
    const errors = [...draft.errors];
    const told = [...draft.told];
    const fail = (field: string, message: string, column = field) =>
      told.push({ ...this.#at(column), field, ...readMessage(message) });
    const refuse = (message: string) =>
      errors.push({ field: 'sku', ...this.#at('sku'), ...readMessage(message) });
    if (!product && draft.sku !== undefined && draft.said.published !== false) {
      if (alike !== undefined && !this.#isSaid('sku', draft)) {
        refuse(say('import_alike', { sku: alike }));
        this.#askValue('sku', draft.row, this.#textOf('sku', draft), [alike]);
      } else if (this.#isUnknown(draft)) refuse(say('import_unknown_sku'));
    }
    // Left out, which is no fault to be mended.
    if (draft.said.published === false && draft.sku !== undefined)
      return {
        action: 'same',
        sku: draft.sku,
        name: draft.fields.name ?? product?.input.name,
        ...(product && { productId: product.id }),
        told: [{ field: 'published', ...this.#at('published'), ...readMessage(say('import_unpublished')) }],
      };
    for (const { field, code = '' } of [...errors, ...told]) this.#askWord(draft, field, code);
    const category = this.#categoryOf(draft);
    const known = category === undefined ? (product?.attributes ?? []) : (category?.attributes ?? []);
    const { stock, available, fault } = readStock(draft, product?.level);
    if (fault) fail('available', fault.message, fault.column);
    const { substitutes: _, ...fields } = draft.fields;
    const values: FieldValues = {
      ...fields,
      ...this.#substitutesOf(draft, product, substitutes, told),
      ...(category !== undefined && { category: category?.slug ?? null }),
      ...packageOf(draft, product?.input.package, fail),
      ...(available !== undefined && { available }),
      ...this.#attributesOf(draft, known, fail),
    };
    if (product && draft.exported !== undefined) this.#leaveBoth(draft, product, values, told);
    const about = {
      ...(product && { productId: product.id }),
      sku: draft.sku ?? product?.input.sku,
      name: (values.name as string) ?? product?.input.name,
    };
    // A new part needs them.
    if (!product) errors.push(...told.filter(({ field }) => NEEDED.has(field)));
    if (errors.length > 0) return { ...about, action: 'error', errors: [...new Set([...errors, ...told])] };
    const judged = product
      ? this.#change(product, values, known, 'available' in values ? stock : undefined)
      : { ...this.#add(draft, values), ...about };
    if (told.length === 0) return judged;
    // A row that nothing is left of is a bad one.
    if (judged.action === 'same') return { ...about, action: 'error', errors: told };
    if (judged.action === 'error') return { ...judged, errors: [...judged.errors!, ...told] };
    return { ...judged, told };
  }

  /** Whether a row cannot be of a new part: parts are to be changed alone, or it says nothing that a new one needs. */
  #isUnknown({ fields, told, errors }: Draft): boolean {
    if (this.#options.mode === 'change') return true;
    const says = (field: string) => [...told, ...errors].some((one) => one.field === field);
    return fields.name === undefined && fields.price === undefined && !says('name') && !says('price');
  }

  /** Leaves out cells that somebody has edited while the shop has changed what they say, unless it is said whose value counts. */
  #leaveBoth(draft: Draft, product: KnownProduct, values: FieldValues, told: RowError[]): void {
    if (this.#options.both === 'file') return;
    for (const { field, column, now } of changedOnBothSides(draft, product, values)) {
      delete values[field];
      if (this.#options.both === 'shop') continue;
      const message = say('import_both_changed', { now: plainValue(now).slice(0, 40) || 'empty' });
      told.push({ ...this.#at(column), field, ...readMessage(message) });
      this.#asks.count(
        { kind: 'both', columns: [this.#columns.get(column) ?? column], field: column },
        draft.row,
        '',
      );
    }
  }

  #change(product: KnownProduct, values: FieldValues, known: Attribute[], stock?: RowStock): Judged {
    const { id } = product;
    // What is on sale was read with the shelf.
    const input = { ...product.input, available: product.level?.available ?? product.input.available };
    const fields = otherThan(input, values);
    const about = { productId: id, sku: input.sku, name: (values.name as string) ?? input.name };
    if (fields.length === 0) return { ...about, action: 'same' };
    const before = pick(input, fields);
    const after = Object.fromEntries(fields.map((field) => [field, values[field]]));
    const errors = this.#productErrors(input, withValues(input, after), fields, known);
    if (errors.length > 0) return { ...about, action: 'error', errors };
    const added = stock?.kind === 'added' && { added: stock.pieces };
    return { ...about, action: 'changed', before, after, ...(stock && { stock }), ...added };
  }

  #add(draft: Draft, values: FieldValues): Judged {
    const plain: FieldValues = {};
    const attributes: FieldValues = {};
    for (const [field, value] of Object.entries(values)) {
      const key = facetKeyOf(field);
      if (key === undefined) plain[field] = value;
      else if (value !== null) attributes[key] = value;
    }
    const { name } = values;
    const asked = {
      ...defaults(),
      ...(name !== undefined && { shortDetails: name }),
      ...plain,
      sku: draft.sku,
      attributes,
    };
    const parsed = NewProductSchema.safeParse(asked);
    if (parsed.success) return { action: 'new', after: parsed.data as FieldValues };
    // The details that are missing are those of a name that is missing.
    const issues = parsed.error.issues.filter(({ path }) => path[0] !== 'shortDetails' || name !== undefined);
    return {
      action: 'error',
      errors: issues.map(({ path, message }) => this.#error(path.map(String), message)),
    };
  }

  /** What is wrong with a changed product as a whole. */
  #productErrors(
    before: ProductInput,
    after: ProductInput,
    fields: readonly string[],
    known: Attribute[],
  ): RowError[] {
    const errors = orderableErrors(before, pick(after, fields) as Partial<NewProduct>).map((error) => ({
      ...this.#at(columnOf(error.field.split('.')[0]!)),
      ...error,
    }));
    const changed: Record<string, AttributeValue> = {};
    for (const key of fields.map(facetKeyOf))
      if (key !== undefined && after.attributes[key] !== undefined) changed[key] = after.attributes[key];
    for (const error of attributeErrors(known, changed))
      errors.push({ ...this.#at(error.field.replace('attributes.', FACET_PREFIX)), ...error });
    if (Object.keys(changed).length > 0) {
      const parsed = ProductFieldsSchema.shape.attributes.safeParse(after.attributes);
      if (!parsed.success)
        for (const { path, message } of parsed.error.issues)
          errors.push(this.#error(['attributes', ...path.map(String)], message));
    }
    return errors;
  }

  /** The category of a row: one that is not known is asked about once a value, and left out. */
  #categoryOf({ said, row }: Draft): KnownCategory | null | undefined {
    const category = said.category?.trim() ?? said.category;
    if (category === undefined || category === null) return category;
    const found = this.#categories.find(category);
    if (!found) this.#askValue('category', row, category);
    return found;
  }

  /** A word that a field does not know is asked about once, with the words that it knows. */
  #askWord(draft: Draft, field: string, code: string): void {
    const choices = WORDS[code];
    if (choices && this.#places.has(field))
      this.#askValue(field, draft.row, this.#textOf(field, draft), choices);
  }

  #textOf(field: string, { cells }: Draft): string {
    return plainCell(cells[this.#places.get(field) ?? -1] ?? '');
  }

  /** Whether it was said what a cell stands for. */
  #isSaid(field: string, draft: Draft): boolean {
    return Object.hasOwn(this.#readings.get(field)?.values ?? {}, this.#textOf(field, draft));
  }

  #askValue(field: string, row: number, value: string, choices?: readonly string[]): void {
    const columns = [this.#columns.get(field) ?? field];
    this.#asks.count(
      { kind: 'value', columns, field, ...(choices && { choices: choices as string[] }) },
      row,
      value.slice(0, 100),
    );
  }

  /** Those that are the same as before keep their notes, which no file has. Those that nobody sees do not count. */
  #substitutesOf(
    { sku, fields: { substitutes: named } }: Draft,
    product: KnownProduct | undefined,
    ids: readonly (string | undefined)[],
    told: RowError[],
  ): FieldValues {
    if (!named) return {};
    const { found, errors: wrong } = toSubstitutes(named, (place) => ids[place], product?.id);
    const isOwn = !product && named.some((one) => one.sku?.toUpperCase() === sku?.toUpperCase());
    const all = isOwn ? [...wrong, fieldError('substitutes', 'own_substitute')] : wrong;
    for (const error of all) told.push({ ...this.#at('substitutes'), ...error });
    if (all.length > 0) return {};
    const noted = found.map((one) => ({ ...product?.shown.find(({ _id }) => _id === one._id), ...one }));
    return { substitutes: isDeepStrictEqual(noted, product?.shown) ? product?.input.substitutes : noted };
  }

  /** An attribute that the category of a row does not have is told once a column. */
  #attributesOf({ attributes = {}, row }: Draft, known: readonly Attribute[], fail: Fail): FieldValues {
    const values: FieldValues = {};
    for (const [key, cell] of Object.entries(attributes)) {
      const field = FACET_PREFIX + key;
      const attribute = known.find((one) => one.key === key);
      if (isNone(cell)) {
        values[field] = null;
        continue;
      }
      if (!attribute) {
        const columns = [this.#columns.get(field) ?? field];
        this.#asks.count({ kind: 'attribute', columns, field }, row, plainCell(cell));
        continue;
      }
      const reading = this.#readings.get(field) ?? {};
      const read = readAttribute(cell, attribute, reading);
      if ('value' in read) values[field] = typeof read.value === 'string' ? read.value.trim() : read.value;
      else if (attribute.kind === 'yesno') this.#askValue(field, row, plainCell(cell), ['yes', 'no']);
      else if (!(reading.lacksUnit && read.error.startsWith('import_unit_missing'))) fail(field, read.error);
    }
    return values;
  }

  #error(path: string[], message: string): RowError {
    const field = path.join('.');
    const column = path[0] === 'attributes' && path[1] ? FACET_PREFIX + path[1] : columnOf(path[0]!);
    return { ...this.#at(column), field, ...readMessage(message) };
  }

  #at(field: string): { column?: string } {
    const column = this.#columns.get(field);
    return column === undefined ? {} : { column };
  }
}

/** Without them nobody knows what a new part is, and whether it is to be on sale. */
const NEEDED = new Set(['name', 'price', 'published']);
