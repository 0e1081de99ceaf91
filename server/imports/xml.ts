/** Tables of XML: feeds of Google Merchant (RSS, Atom), BMEcat, and lists of alike elements. Runs in the worker. */
import { IMPORT_MAX_COLUMNS, IMPORT_MAX_ROWS } from '#contract/imports.ts';
import { broken, requireSize, type Table } from './table.ts';

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
  price_amount: 'price',
  price_currency: 'currency',
  quantity_min: 'minimum',
  quantity_interval: 'multiple',
  delivery_time: 'lead_days',
  mime_source: 'image',
};
/** Columns of which all elements count; of others the first. */
const SEVERAL = new Set(['image', 'g:image_link', 'g:additional_image_link']);
const MOST_DEPTH = 50;

export const isXml = (text: string) => /^<(\?xml|rss|feed|bmecat)\b/i.test(text.slice(0, 1000).trimStart());

/** Returns the table in a text of XML: a row for each product, a column for each name of an element. Entities of its own are refused. */
export function readXml(text: string): Table {
  if (/<!(doctype|entity)/i.test(text)) throw broken('not_a_table');
  const table = new XmlTable();
  let value = '';
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
      table.close(nameOf(text.slice(at + 2, end)), value.trim());
      value = '';
    } else if (kind === 'tag' && !'?!'.includes(text[at + 1]!) && text[end - 1] !== '/') {
      table.open(nameOf(text.slice(at + 1, end)));
      value = '';
    }
    const next = text.indexOf('<', end + close.length);
    value += readEntities(text.slice(end + close.length, next < 0 ? undefined : next));
    at = next;
  }
  return table.finish();
}

class XmlTable {
  readonly #places = new Map<string, number>();
  readonly #rows: string[][] = [];
  readonly #open: string[] = [];
  #row: string[] | undefined;
  #depth = 0;

  get count(): number {
    return this.#rows.length;
  }

  open(name: string): void {
    if (!this.#row && ROWS.has(name)) {
      this.#row = [];
      this.#depth = this.#open.length;
    }
    this.#open.push(name);
    if (this.#open.length > MOST_DEPTH) throw broken('not_a_table', this.count + 1);
  }

  close(name: string, value: string): void {
    if (this.#open.pop() !== name) throw broken('not_a_table', this.count + 1);
    if (!this.#row) return;
    if (this.#open.length > this.#depth) {
      this.#put(this.#row, name, value);
      return;
    }
    this.#rows.push(this.#row);
    this.#row = undefined;
    if (this.count > IMPORT_MAX_ROWS) requireSize(this.count, 0);
  }

  finish(): Table {
    if (this.count === 0) throw broken('not_a_table');
    const rows = this.#rows.map((cells) => Array.from(cells, (cell) => cell ?? null));
    return { rows: [[...this.#places.keys()], ...rows], skipped: 0 };
  }

  #put(cells: string[], element: string, value: string): void {
    if (value === '') return;
    const name = NAMES[element] ?? element;
    const place = this.#places.get(name) ?? this.#places.size;
    if (place >= IMPORT_MAX_COLUMNS) requireSize(0, place + 1);
    this.#places.set(name, place);
    if (cells[place] === undefined) cells[place] = value;
    else if (SEVERAL.has(name)) cells[place] += ` ${value}`;
  }
}

/** The name of an element without its attributes; without a prefix, unless it is Google's. */
function nameOf(tag: string): string {
  const [name = ''] = tag.slice(0, 100).trim().toLowerCase().split(/[\s/]/, 1);
  const colon = name.indexOf(':');
  return colon < 0 || name.startsWith('g:') ? name : name.slice(colon + 1);
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function readEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,4});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    const isLetter = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isLetter ? String.fromCodePoint(code) : whole;
  });
}
