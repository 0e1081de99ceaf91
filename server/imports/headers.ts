/** Which column of a file stands for which field. Pure. */
import type { Attribute } from '#contract/categories/schema.ts';
import { type FieldName, IMPORT_COLUMNS, type ImportField, isFieldName } from '#contract/imports/fields.ts';
import {
  type ColumnAsk,
  ERROR_COLUMN,
  EXPORTED_COLUMN,
  type ImportMapping,
  isImportField,
  ROW_COLUMN,
} from '#contract/imports/schema.ts';
import { SHOP_CURRENCY } from '#contract/kernel/money.ts';
import { FACET_PREFIX } from '#contract/products/narrowing.ts';
import { plainHeader, UNIT_NAMES } from '#contract/tables/header-names.ts';
import { type Format, formatOf } from './formats.ts';
import { HEADER_NAMES, STOCK_NAMES } from './header-names.ts';
import { isAsked, unitOf } from './measures.ts';
import { currencyOf } from './money.ts';
import { broken } from './table.ts';

export interface Column {
  column: string;
  field?: ImportField;
  /** The unit of its numbers, as the header says. */
  unit?: string;
  /** Whether its numbers mean nothing without a unit, and the header says none. */
  lacksUnit?: true;
  /** Whether its prices mean nothing before it is said which of several columns has their currency or pieces. */
  isOpen?: true;
}

/** What a header says. */
interface Found {
  field: ImportField;
  unit?: string;
  lacksUnit?: true;
  /** Of another currency than the shop's. */
  currency?: string;
}

/** Words before a unit: 'Gewicht in kg'. */
const BEFORE_UNIT = new Set(['in', 'en', 'w', 'per', 'a']);
/** Headers that say their unit in one word. */
const GRAMS = new Set(['weightg', 'weightingrams', 'variantgrams']);
const DAYS = new Set(['leaddays', 'leadtimedays', 'shipsindays', 'lieferzeittage']);
/** Fields whose numbers mean nothing without a unit, and headers that say it. */
const UNITLESS: { [F in string]?: ReadonlySet<string> } = { weight_grams: GRAMS, lead_days: DAYS };
const DOLLARS = new Set(['priceusd', 'unitpriceusd']);

interface KnownAttribute {
  field: ImportField;
  unit?: string | undefined;
}

/** Recognises headers by the fields' names, by what suppliers call them, and by the keys and names of attributes. */
export class Headers {
  readonly #fields = new Map<string, FieldName>();
  /** Without those that several attributes are called. */
  readonly #attributes = new Map<string, KnownAttribute | undefined>();
  /** The units of names that say it as well. Categories may have the same attribute in others. */
  readonly #withUnit = new Map<string, string>();

  constructor(attributes: readonly Pick<Attribute, 'key' | 'name' | 'unit'>[]) {
    for (const [field] of IMPORT_COLUMNS)
      for (const name of [plainHeader(field), ...(HEADER_NAMES[field] ?? [])]) this.#fields.set(name, field);
    for (const name of GRAMS) this.#fields.set(name, 'weight_grams');
    for (const name of DOLLARS) this.#fields.set(name, 'price');
    for (const { key, name, unit } of attributes) {
      const known = { field: `${FACET_PREFIX}${key}` as const, unit };
      for (const called of new Set([plainHeader(key), plainHeader(name), plainHeader(name + (unit ?? ''))])) {
        const other = this.#attributes.get(called);
        const isOther = this.#attributes.has(called) && other?.field !== known.field;
        this.#attributes.set(called, isOther ? undefined : known);
      }
      if (unit !== undefined) this.#withUnit.set(plainHeader(name + unit), unit);
    }
    // A key is unmistakable, whatever other attributes are called.
    for (const { key, unit } of attributes)
      this.#attributes.set(plainHeader(key), { field: `${FACET_PREFIX}${key}`, unit });
  }

  find(header: string): ImportField | undefined {
    return this.#read(header)?.field;
  }

  #read(header: string): Found | undefined {
    const text = header.trim().toLowerCase();
    if (isImportField(text)) return { field: text };
    const found = this.#named(plainHeader(text)) ?? this.#withoutLast(text);
    return found && withSign(found, text);
  }

  #named(name: string): Found | undefined {
    // 'Waehrung' is Währung.
    const field = this.#fields.get(name) ?? this.#fields.get(name.replace(/([aou])e/g, '$1'));
    const lacksUnit = UNITLESS[field ?? ''] && !UNITLESS[field!]!.has(name);
    if (field !== undefined) return lacksUnit ? { field, lacksUnit } : { field };
    const known = this.#attributes.get(name);
    if (!known) return undefined;
    const unit = this.#withUnit.get(name);
    if (unit !== undefined) return { field: known.field, unit };
    return { field: known.field, ...(isAsked(known.unit) && { lacksUnit: true }) };
  }

  /** 'Weight (kg)', 'price_eur' and 'EUR price' say a unit or a currency besides. */
  #withoutLast(text: string): Found | undefined {
    const words = text.split(/[\s_/()[\],.:*-]/).filter(Boolean);
    if (words.length < 2) return undefined;
    const [first = '', last = ''] = [words[0], words.at(-1)];
    const before = words.slice(0, -1);
    if (BEFORE_UNIT.has(before.at(-1)!)) before.pop();
    const base = this.#named(plainHeader(before.join('')));
    const unit = unitOf(last);
    if (base?.lacksUnit && unit !== undefined) return { field: base.field, unit };
    if (base?.field === 'price' && currencyOf(last)) return ofCurrency(base, currencyOf(last)!);
    const rest = this.#named(plainHeader(words.slice(1).join('')));
    if (rest?.field === 'price' && currencyOf(first)) return ofCurrency(rest, currencyOf(first)!);
    return undefined;
  }

  /** Whether a header says prices of another time: 'Preis neu', 'Price 2027'. */
  #saysLaterPrice(header: string): boolean {
    const words = header
      .toLowerCase()
      .split(/[\s_/()[\],.:*-]/)
      .filter(Boolean);
    const isLater = words.some((word) => LATER.has(word) || /^20\d\d$/.test(word));
    return (
      isLater && !SIGN.test(header) && words.some((word) => this.#named(plainHeader(word))?.field === 'price')
    );
  }

  /**
   * Returns the columns with their fields; those of `mapping` come first, then those of a known format. Two columns for one field stand
   * for none until it is said which is meant. Throws 400 when that is the SKU, or no column stands for it.
   */
  match(headers: readonly string[], mapping: ImportMapping = {}): Matched {
    const mapped = new Set(Object.values(mapping));
    const format = formatOf(headers.map(plainHeader));
    const unknown: string[] = [];
    const asks: ColumnAsk[] = [];
    const columns = headers.map((column): Column => {
      if (Object.hasOwn(mapping, column)) {
        const field = mapping[column];
        if (field === null || field === undefined) return { column };
        const said = this.#read(column) ?? this.#read(withoutNumber(column));
        return { column, field, ...(said?.field === field && unitsOf(said)) };
      }
      if (column === '' || isOurs(column)) return { column };
      // Headers that are alike say the same, whatever number we tell them apart by.
      const written = headers.includes(withoutNumber(column)) ? withoutNumber(column) : column;
      const name = plainHeader(written);
      // An older export has no state, and says in the other column alone what is on sale.
      const isAlone = name === format?.unpublished && !headers.some((one) => plainHeader(one) === 'status');
      const known = isAlone ? 'published' : format?.columns[name];
      const found = known ? { field: known } : known === null ? undefined : this.#read(written);
      if (found?.currency !== undefined) {
        asks.push({ kind: 'currency', columns: [column], field: 'price', examples: [found.currency] });
        return { column };
      }
      if (found && !mapped.has(found.field)) {
        const lacksUnit = format?.weight !== undefined && found.field === 'weight_grams';
        return { column, field: found.field, ...(lacksUnit ? { unit: format.weight! } : unitsOf(found)) };
      }
      if (!found && known !== null) {
        unknown.push(column);
        const isStock =
          STOCK_NAMES.includes(name) && !SIGN.test(column) && !mapped.has('counted') && !mapped.has('added');
        if (isStock) asks.push(askStock(column));
      }
      return { column };
    });
    const prices = format ? [] : unknown.filter((column) => this.#saysLaterPrice(column));
    for (const field of new Set(columns.flatMap((one) => one.field ?? []))) {
      const holders = columns.filter(
        (one) => one.field === field || (field === 'price' && prices.includes(one.column)),
      );
      if (holders.length < 2) continue;
      const names = holders.map(({ column }) => column);
      if (field === 'sku')
        throw broken('same_field', undefined, { found: `${field}: ${names.join(', ')}`, ...asJson(headers) });
      asks.push({ kind: 'field', columns: names, field, examples: [], choices: [field] });
      for (const one of holders) delete one.field;
      if (field === 'currency' || field === 'price_per')
        for (const one of columns)
          if (one.field === 'price' || one.field === 'price_breaks') one.isOpen = true;
    }
    const expected = columns.find(({ field }) => field === 'expected');
    const mayCount = asks.some(({ choices }) => choices?.includes('counted'));
    if (expected && !mayCount && !columns.some(({ field }) => field === 'counted')) {
      // It says what the shelf had before a count, and nothing by itself.
      delete expected.field;
      unknown.push(expected.column);
      asks.push(askStock(expected.column));
    }
    findPriceUnit(columns, unknown);
    // A row of a part may have a word that is a header elsewhere.
    const isPart =
      headers.some((header) => DECIMAL.test(header)) && columns.filter(({ field }) => field).length < 2;
    if (isPart || !columns.some(({ field }) => field === 'sku'))
      throw broken('no_sku', undefined, {
        found: headers.slice(0, 20).join(', ').slice(0, 500),
        ...asJson(headers),
      });
    return { columns, unknown, asks, ...(format && { format }) };
  }
}

const askStock = (column: string): ColumnAsk => ({
  kind: 'field',
  columns: [column],
  examples: [],
  choices: ['counted', 'added'],
});

export interface Matched {
  columns: Column[];
  /** Columns that nothing is known of. */
  unknown: string[];
  asks: ColumnAsk[];
  format?: Format;
}

/** What the only column of units says is what prices are of. */
function findPriceUnit(columns: readonly Column[], unknown: string[]): void {
  const has = (wanted: ImportField) => columns.some(({ field, isOpen }) => field === wanted && !isOpen);
  const units = columns.filter(
    ({ column }) => unknown.includes(column) && UNIT_NAMES.has(plainHeader(column)),
  );
  if (!(has('price') || has('price_breaks')) || has('price_per') || units.length !== 1) return;
  units[0]!.field = 'price_per';
  unknown.splice(unknown.indexOf(units[0]!.column), 1);
}

/** Words of headers that say from when on a price counts. */
const LATER = new Set(
  `new neu neuer next future final revised updated from ab gültig nouveau nuevo nuovo nowa`.split(' '),
);

/** A number such as a price, which is no header. */
const DECIMAL = /^\d{1,9}[.,]\d{1,6}$/;

/** A sign that is no letter: of a currency, or of per cent. */
const SIGN = /[%\p{Sc}]/u;

/** What a sign beside the words says: 'Price €' is in another currency, 'Price %' is no price, and 'Stock $' no stock. */
function withSign(found: Found, text: string): Found | undefined {
  const [sign] = SIGN.exec(text) ?? [];
  if (sign === undefined || found.currency !== undefined || !isFieldName(found.field)) return found;
  const currency = found.field === 'price' ? currencyOf(sign) : undefined;
  return currency === undefined ? undefined : ofCurrency(found, currency);
}

const ofCurrency = ({ field }: Found, currency: string): Found =>
  currency === SHOP_CURRENCY ? { field } : { field, currency };

const unitsOf = ({ unit, lacksUnit }: Found) => ({ ...(unit && { unit }), ...(lacksUnit && { lacksUnit }) });

/** Returns headers of which each is there once: the second 'Price' is 'Price (2)'. */
export function eachOnce(headers: readonly string[]): string[] {
  const seen = new Set<string>();
  return headers.map((header) => {
    if (header === '') return header;
    let name = header;
    for (let n = 2; seen.has(name); n += 1) name = `${header} (${n})`;
    seen.add(name);
    return name;
  });
}

/** Returns a header without the number that `eachOnce` gives it. */
const withoutNumber = (header: string) => header.replace(/ \(\d{1,4}\)$/, '');

/** Whether a column is one of those that our files have besides. */
export const isOurs = (column: string) =>
  column === ROW_COLUMN || column === ERROR_COLUMN || column === EXPORTED_COLUMN;

/** The most characters of headers in a refusal. */
const MOST_SHOWN = 8000;

function asJson(headers: readonly string[]): { columns?: string } {
  const columns = JSON.stringify(headers);
  return columns.length <= MOST_SHOWN ? { columns } : {};
}
