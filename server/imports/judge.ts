/** What a row of a file does to the catalogue. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { Attribute } from '#contract/categories.ts';
import { fieldError, readMessage, say } from '#contract/field-message.ts';
import { columnOf } from '#contract/import-fields.ts';
import type { RowAction, RowError } from '#contract/imports.ts';
import { smallestOrder } from '#contract/minimum.ts';
import { FACET_PREFIX, facetKeyOf } from '#contract/narrowing.ts';
import { MOST_STOCK } from '#contract/pieces.ts';
import type { AttributeValue } from '#contract/product-facts.ts';
import { type NewProduct, NewProductSchema, ProductFieldsSchema } from '#contract/products.ts';
import type { Substitute } from '#contract/substitutes.ts';
import { attributeErrors } from '../products/category.ts';
import { orderableErrors } from '../products/change.ts';
import type { ProductInput } from '../products/row.ts';
import { toSubstitutes } from '../products/substitutes.ts';
import { type Cell, isEmpty, isNone, type NumberReading, readAttribute } from './cells.ts';
import type { Draft } from './draft.ts';
import { type FieldValues, otherThan, pick, withValues } from './fields.ts';
import type { Column } from './headers.ts';

/** A category as rows refer to it: by its slug, or by its name in any case. */
export interface KnownCategory {
  slug: string;
  name: string;
  attributes: Attribute[];
}

/** A product that a row is about. */
export interface KnownProduct {
  id: string;
  input: ProductInput;
  attributes: Attribute[];
  /** Its substitutes on sale. */
  shown: Substitute[];
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
  added?: number;
  errors?: RowError[];
}

/** The picture of parts that are added without one. */
const NO_PICTURE = '/images/no-picture.webp';

/** What is not said of a new product. */
const defaults = () => ({ image: NO_PICTURE, minOrder: smallestOrder(), available: 0 });

export class Judge {
  readonly #categories = new Map<string, KnownCategory>();
  readonly #columns: Map<string, string>;
  readonly #reading: NumberReading;

  constructor(categories: readonly KnownCategory[], columns: readonly Column[], reading: NumberReading) {
    for (const one of categories) this.#categories.set(one.name.trim().toLowerCase(), one);
    for (const one of categories) this.#categories.set(one.slug, one);
    this.#columns = new Map(columns.flatMap(({ column, field }) => (field ? [[field, column]] : [])));
    this.#reading = reading;
  }

  /** Returns what a row does to the product with its SKU, or as a new one. Of the substitutes that it names the ids are known. */
  judge(
    draft: Draft,
    product: KnownProduct | undefined,
    substitutes: readonly (string | undefined)[] = [],
  ): Judged {
    const errors = [...draft.errors];
    const fail = (field: string, message: string, column = field) =>
      errors.push({ ...this.#at(column), field, ...readMessage(message) });
    const category = this.#categoryOf(draft, fail);
    const known = category === undefined ? (product?.attributes ?? []) : (category?.attributes ?? []);
    const values: FieldValues = {
      ...draft.fields,
      ...this.#substitutesOf(draft, product, substitutes, errors),
      ...(category !== undefined && { category: category?.slug ?? null }),
      ...packageOf(draft, product, fail),
      ...stockOf(draft, product, fail),
      ...this.#attributesOf(draft.attributes ?? {}, known, fail),
    };
    const about = {
      ...(product && { productId: product.id }),
      sku: draft.sku ?? product?.input.sku,
      name: (values.name as string) ?? product?.input.name,
    };
    if (errors.length > 0) return { ...about, action: 'error', errors };
    return product ? this.#change(draft, product, values, known) : { ...this.#add(draft, values), ...about };
  }

  #change(draft: Draft, product: KnownProduct, values: FieldValues, known: Attribute[]): Judged {
    const { id, input } = product;
    const fields = otherThan(input, values);
    const about = { productId: id, sku: input.sku, name: (values.name as string) ?? input.name };
    if (fields.length === 0) return { ...about, action: 'same' };
    const before = pick(input, fields);
    const after = Object.fromEntries(fields.map((field) => [field, values[field]]));
    const errors = this.#productErrors(input, withValues(input, after), fields, known);
    if (errors.length > 0) return { ...about, action: 'error', errors };
    const { added } = draft.said;
    return { ...about, action: 'changed', before, after, ...(added != null && { added }) };
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

  #categoryOf(draft: Draft, fail: Fail): KnownCategory | null | undefined {
    const category = draft.said.category?.trim() ?? draft.said.category;
    if (category === undefined || category === null) return category;
    const found = this.#categories.get(category) ?? this.#categories.get(category.toLowerCase());
    if (!found) fail('category', say('no_category'));
    return found ?? undefined;
  }

  /** Those that are the same as before keep their notes, which no file has. Those that nobody sees do not count. */
  #substitutesOf(
    { sku, fields: { substitutes: named } }: Draft,
    product: KnownProduct | undefined,
    ids: readonly (string | undefined)[],
    errors: RowError[],
  ): FieldValues {
    if (!named) return {};
    const { found, errors: wrong } = toSubstitutes(named, (place) => ids[place], product?.id);
    for (const error of wrong) errors.push({ ...this.#at('substitutes'), ...error });
    if (!product && named.some((one) => one.sku?.toUpperCase() === sku?.toUpperCase()))
      errors.push({ ...this.#at('substitutes'), ...fieldError('substitutes', 'own_substitute') });
    const noted = found.map((one) => ({ ...product?.shown.find(({ _id }) => _id === one._id), ...one }));
    return { substitutes: isDeepStrictEqual(noted, product?.shown) ? product?.input.substitutes : noted };
  }

  #attributesOf(cells: Record<string, Cell>, known: readonly Attribute[], fail: Fail): FieldValues {
    const values: FieldValues = {};
    for (const [key, cell] of Object.entries(cells)) {
      if (isEmpty(cell)) continue;
      const field = FACET_PREFIX + key;
      if (isNone(cell)) {
        values[field] = null;
        continue;
      }
      const attribute = known.find((one) => one.key === key);
      if (!attribute) fail(field, say('no_attribute', { key }));
      else {
        const read = readAttribute(cell, attribute, this.#reading);
        if ('error' in read) fail(field, read.error);
        else values[field] = typeof read.value === 'string' ? read.value.trim() : read.value;
      }
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

type Fail = (field: string, message: string, column?: string) => void;

/** Name and pieces of a package may be said in rows of their own. */
function packageOf(draft: Draft, product: KnownProduct | undefined, fail: Fail): FieldValues {
  const { package: packageName, package_pieces: packagePieces } = draft.said;
  if (packageName === undefined && packagePieces === undefined) return {};
  if (packageName === null || packagePieces === null) return { package: null };
  const before = product?.input.package;
  const asked = { name: packageName ?? before?.name, pieces: packagePieces ?? before?.pieces };
  if (asked.name === undefined || asked.pieces === undefined) {
    fail('package', say('import_package'), packageName === undefined ? 'package_pieces' : 'package');
    return {};
  }
  const parsed = ProductFieldsSchema.shape.package.safeParse(asked);
  if (parsed.success) return { package: parsed.data };
  for (const { path, message } of parsed.error.issues)
    fail('package', message, path[0] === 'pieces' ? 'package_pieces' : 'package');
  return {};
}

/** Pieces that came are added to the stock. */
function stockOf({ said }: Draft, product: KnownProduct | undefined, fail: Fail): FieldValues {
  const { added } = said;
  if (added === undefined || added === null) return {};
  const before = product?.input.available ?? 0;
  const available = before + added;
  const { success } = ProductFieldsSchema.shape.available.safeParse(available);
  if (success) return { available };
  const message =
    available < 0
      ? say('import_taken', { added, available: before })
      : say('import_above', { value: available, most: MOST_STOCK });
  fail('available', message, 'added');
  return {};
}
