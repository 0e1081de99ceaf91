/** Tables of XML: feeds of Google Merchant (RSS, Atom), BMEcat, and lists of alike elements. Runs in the worker. */
import { IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS } from '#contract/imports/schema.ts';
import type { Cell } from './cells.ts';
import { readEntities } from './plain-text.ts';
import { broken, requireSize, type Table } from './table.ts';
import { type PriceElement, XmlPrices } from './xml-prices.ts';

/** Elements that are a product each. */
const ROWS = new Set(['item', 'entry', 'article', 'product', 'offer', 'row']);
/** Columns by elements of BMEcat and Google Merchant whose names do not say it. */
const NAMES: Record<string, string> = {
  'g:id': 'sku',
  supplier_aid: 'sku',
  supplier_pid: 'sku',
  description_short: 'name',
  description_long: 'details',
  manufacturer_name: 'maker',
  manufacturer_aid: 'mpn',
  manufacturer_pid: 'mpn',
  international_aid: 'ean',
  international_pid: 'ean',
  quantity_min: 'minimum',
  quantity_interval: 'multiple',
  delivery_time: 'lead_days',
  mime_source: 'image',
};
/** Elements of BMEcat around what belongs to the product itself. */
const AROUND = new Set([
  ...['article_details', 'product_details', 'article_order_details', 'product_order_details'],
  ...['article_price_details', 'product_price_details', 'mime_info', 'mime'],
]);
const PRICES = new Set(['article_price', 'product_price']);
/** Columns of which all elements count; of others two values that differ are none. */
const SEVERAL = new Set(['image', 'g:image_link', 'g:additional_image_link']);
const MOST_DEPTH = 50;

export const isXml = (text: string) => /^<(\?xml|rss|feed|bmecat)\b/i.test(text.slice(0, 1000).trimStart());

/** Returns the table in a text of XML: a row for each product, a column for each name of an element. Entities of its own are refused. */
export function readXml(text: string): Table {
  if (/<!(doctype|entity)/i.test(text)) throw broken('not_a_table');
  const table = new XmlTable();
  let value = '';
  let unit = '';
  for (let at = text.indexOf('<'); at >= 0; ) {
    const [close, kind] = text.startsWith('<![CDATA[', at)
      ? ([']]>', 'data'] as const)
      : text.startsWith('<!--', at)
        ? (['-->', 'comment'] as const)
        : (['>', 'tag'] as const);
    const end = text.indexOf(close, at);
    if (end < 0) throw broken('not_a_table', table.count + 1);
    if (kind === 'data') value += text.slice(at + 9, end);
    else if (kind === 'tag' && text[at + 1] === '/') {
      const written = value.trim();
      table.close(nameOf(text.slice(at + 2, end)), written && unit ? `${written} ${unit}` : written);
      value = '';
      unit = '';
    } else if (kind === 'tag' && text[end - 1] === '/') table.whole(text.slice(at + 1, end));
    else if (kind === 'tag' && !'?!'.includes(text[at + 1]!)) {
      const tag = text.slice(at + 1, end);
      table.open(nameOf(tag), tag);
      value = '';
      unit = attributeIn(tag, UNIT) ?? '';
    }
    const next = text.indexOf('<', end + close.length);
    value += readEntities(text.slice(end + close.length, next < 0 ? undefined : next));
    at = next;
  }
  return table.finish();
}

/** What attributes say of the number in their element, and of the prices and articles of BMEcat. */
const UNIT = /\s(?:currency|unit)\s?=\s?["']([^"'<]{1,20})["']/i;
const PRICE_TYPE = /\sprice_type\s?=\s?["']([^"'<]{1,40})["']/i;
const MODE = /\smode\s?=\s?["']([^"'<]{1,20})["']/i;

const attributeIn = (tag: string, which: RegExp) => which.exec(tag.slice(0, 1000))?.[1]?.trim().toLowerCase();

class XmlTable {
  readonly #places = new Map<string, number>();
  readonly #rows: Cell[][] = [];
  readonly #open: string[] = [];
  readonly #prices = new XmlPrices();
  #row: Cell[] | undefined;
  #depth = 0;
  /** Whether the element of the row has attributes, which are not read. */
  #hasAttributes = false;
  #inner = 0;
  /** The price that is open, and how deep it stands. */
  #price: { type: string | undefined; elements: Map<string, string>; depth: number } | undefined;

  get count(): number {
    return this.#rows.length;
  }

  open(name: string, tag: string): void {
    if (!this.#row && ROWS.has(name)) {
      this.#row = [];
      this.#depth = this.#open.length;
      this.#hasAttributes = tag.slice(0, 1000).includes('=');
      if (attributeIn(tag, MODE) === 'delete') this.#put(this.#row, 'published', 'deleted');
    } else if (this.#row && PRICES.has(name) && !this.#price)
      this.#price = {
        type: attributeIn(tag, PRICE_TYPE),
        elements: new Map(),
        depth: this.#open.length,
      };
    if (this.#open.length > this.#depth && this.#row && ROWS.has(name)) this.#inner += 1;
    this.#open.push(name);
    if (this.#open.length > MOST_DEPTH) throw broken('not_a_table', this.count + 1);
  }

  /** Takes an element without content. */
  whole(tag: string): void {
    const name = nameOf(tag);
    if (!ROWS.has(name)) return;
    this.open(name, tag);
    this.close(name, '');
  }

  close(name: string, value: string): void {
    if (this.#open.pop() !== name) throw broken('not_a_table', this.count + 1);
    if (!this.#row) {
      // That of all prices of a BMEcat which do not say theirs.
      if (name === 'currency' && this.#open.at(-1) === 'catalog') this.#prices.currency = value;
      return;
    }
    if (this.#price && this.#open.length >= this.#price.depth) {
      this.#closePrice(name, value, this.#price);
      return;
    }
    if (this.#open.length > this.#depth) {
      this.#put(this.#row, this.#pathOf(name), value);
      return;
    }
    if (this.#row.length === 0 && this.#hasAttributes) this.#row[0] = { odd: 'attributes', shown: '' };
    this.#rows.push(this.#row);
    this.#prices.endRow();
    this.#row = undefined;
    if (this.count > IMPORT_MAX_ROWS) requireSize(this.count, 0);
  }

  finish(): Table {
    if (this.count === 0) throw broken('not_a_table');
    for (const { row, column, cell } of this.#prices.cells()) {
      const cells = this.#rows[row]!;
      const place = this.#placeOf(column);
      cells[place] = cells[place] === undefined ? cell : SEVERAL_VALUES;
    }
    const rows = this.#rows.map((cells) => Array.from(cells, (cell) => cell ?? null));
    return { rows: [[...this.#places.keys()], ...rows], skipped: 0, unread: () => this.#inner };
  }

  /** What stands within another element is not the row's own: the price of a shipping is called 'shipping price'. */
  #pathOf(name: string): string {
    const around = this.#open.slice(this.#depth + 1).filter((one) => !AROUND.has(one));
    if (around.length === 0) return NAMES[name] ?? name;
    return [...around, name].map((one) => one.replace(/^g:/, '')).join(' ');
  }

  #closePrice(
    name: string,
    value: string,
    { type, elements, depth }: PriceElement & { depth: number },
  ): void {
    if (this.#open.length > depth) {
      if (!elements.has(name)) elements.set(name, value);
      return;
    }
    this.#prices.add({ type, elements });
    this.#price = undefined;
  }

  #placeOf(name: string): number {
    const place = this.#places.get(name) ?? this.#places.size;
    if (place >= IMPORT_MAX_COLUMNS) requireSize(0, place + 1);
    this.#places.set(name, place);
    return place;
  }

  #put(cells: Cell[], name: string, value: string): void {
    if (value === '') return;
    const place = this.#placeOf(name);
    const before = cells[place];
    if (before === undefined) cells[place] = value;
    else if (SEVERAL.has(name)) cells[place] = `${before} ${value}`;
    else if (before !== value) cells[place] = SEVERAL_VALUES;
  }
}

const SEVERAL_VALUES: Cell = { odd: 'several', shown: '' };

/** The name of an element without its attributes; without a prefix, unless it is Google's. */
function nameOf(tag: string): string {
  const [name = ''] = tag.slice(0, 100).trim().toLowerCase().split(/[\s/]/, 1);
  const colon = name.indexOf(':');
  return colon < 0 || name.startsWith('g:') ? name : name.slice(colon + 1);
}
