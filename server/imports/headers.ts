/** Which column of a file stands for which field. Pure. */
import type { Attribute } from '#contract/categories.ts';
import { IMPORT_COLUMNS, type ImportField } from '#contract/import-fields.ts';
import { ERROR_COLUMN, type ImportMapping, isImportField, ROW_COLUMN } from '#contract/imports.ts';
import { FACET_PREFIX } from '#contract/narrowing.ts';
import { broken } from './table.ts';

export interface Column {
  column: string;
  field?: ImportField;
}

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** Recognises headers by the fields' names, by what suppliers call them, and by the keys and names of attributes. */
export class Headers {
  readonly #fields = new Map<string, ImportField>();
  /** Without those that several attributes are called. */
  readonly #attributes = new Map<string, ImportField | undefined>();

  constructor(attributes: readonly Pick<Attribute, 'key' | 'name' | 'unit'>[]) {
    for (const [field, { called = [] }] of IMPORT_COLUMNS)
      for (const name of [plain(field), ...called]) this.#fields.set(name, field);
    for (const { key, name, unit = '' } of attributes) {
      const field = `${FACET_PREFIX}${key}` as const;
      for (const called of new Set([plain(key), plain(name), plain(name + unit)])) {
        const other = this.#attributes.get(called);
        this.#attributes.set(called, other === undefined || other === field ? field : undefined);
      }
    }
    // A key is unmistakable, whatever other attributes are called.
    for (const { key } of attributes) this.#attributes.set(plain(key), `${FACET_PREFIX}${key}`);
  }

  find(header: string): ImportField | undefined {
    const text = header.trim().toLowerCase();
    if (isImportField(text)) return text;
    return this.#fields.get(plain(text)) ?? this.#attributes.get(plain(text));
  }

  /**
   * Returns the columns with their fields; those of `mapping` come first. Throws 400 when two columns stand for the same field,
   * or none for the SKU.
   */
  match(headers: readonly string[], mapping: ImportMapping = {}): { columns: Column[]; unknown: string[] } {
    const mapped = new Set(Object.values(mapping));
    const holders = new Map<ImportField, string>();
    const seen = new Set<string>();
    const unknown: string[] = [];
    const columns = headers.map((column): Column => {
      const isMapped = Object.hasOwn(mapping, column);
      const found = isMapped ? (mapping[column] as ImportField | null) : this.find(column);
      const field = isMapped || !mapped.has(found ?? null) ? (found ?? undefined) : undefined;
      if (field === undefined) {
        if (!isMapped && column !== '' && !isOurs(column)) unknown.push(column);
        return { column };
      }
      if (seen.has(column)) throw broken('same_header', undefined, { found: column });
      seen.add(column);
      const other = holders.get(field);
      if (other !== undefined)
        throw broken('same_field', undefined, { found: `${field}: ${other}, ${column}`, ...asJson(headers) });
      holders.set(field, column);
      return { column, field };
    });
    if (!holders.has('sku'))
      throw broken('no_sku', undefined, {
        found: headers.slice(0, 20).join(', ').slice(0, 500),
        ...asJson(headers),
      });
    return { columns, unknown };
  }
}

/** Whether a column is one of those that the file of bad rows has besides. */
export const isOurs = (column: string) => column === ROW_COLUMN || column === ERROR_COLUMN;

/** The most characters of headers in a refusal. */
const MOST_SHOWN = 8000;

function asJson(headers: readonly string[]): { columns?: string } {
  const columns = JSON.stringify(headers);
  return columns.length <= MOST_SHOWN ? { columns } : {};
}
