/** What the columns of a table stand for: the catalogue says where the parts are, headers and shapes the rest. Pure. */

import { saysNo, saysYes } from '#contract/kernel/yes-no.ts';
import { isCalledOff } from '#contract/matching/not-bought.ts';
import { sketchLine } from '#contract/matching/text.ts';
import { cellText } from './cell-text.ts';
import type { Row } from './cells.ts';
import { fieldOf, fieldsOfCells, fieldsOfHeaders, findHeaders, type LineField } from './columns.ts';
import { withDittos } from './dittos.ts';
import { headerWords, kindsOf } from './header-words.ts';
import { type Found, findPartColumn, foundIn } from './part-column.ts';
import type { PastedTable, TableQuestion } from './paste.ts';
import { isProse, isToldProse } from './prose.ts';
import { findQuantity } from './quantity-column.ts';
import { isOfStates, withBoughtRows } from './rows-bought.ts';
import { sectionsOf, withBelow } from './sections.ts';
import { findSignatures } from './signature.ts';
import { isUnit } from './units.ts';

/** Rows among which parts and headers are looked for: more cells are not looked up. */
const MOST_LOOKED = 2_000;

/** Rows with a part by which columns are told apart. */
const MOST_SAMPLED = 200;

/** Returns a table by its headers, its cells and what the catalogue has found of them. Tables below it come to its columns. */
export function toTable(rows: Row[], found: Found): PastedTable {
  const [first, ...others] = sectionsOf(withDittos(rows), found).map((section) => tableIn(section, found));
  return withBoughtRows(others.reduce(withBelow, first!));
}

function tableIn(rows: Row[], found: Found): PastedTable {
  const visible = rows.filter(({ isHidden }) => !isHidden).slice(0, MOST_LOOKED);
  const cells = visible.map((row) => row.cells);
  const first = findPartColumn(cells, found, () => '');
  if (!first) return byHeaders(rows, visible);
  const isHit = (row: readonly string[], place: number) => foundIn(found, row[place] ?? '') !== undefined;
  const start = cells.findIndex((row) => isHit(row, first.place));
  const header = headerAbove(cells, start, first.place);
  const headers = header === undefined ? [] : cells[header]!;
  const part =
    findPartColumn(cells.slice((header ?? -1) + 1), found, (place) => headers[place] ?? '') ?? first;
  const hits = cells.filter((row) => isHit(row, part.place)).slice(0, MOST_SAMPLED);
  const fields = otherFields(headers, { hits, body: cells.slice((header ?? -1) + 1) }, part.place);
  fields[part.place] = part.isNumber ? 'mpn' : 'description';
  if (!part.isNumber)
    for (const [place, field] of fields.entries())
      if (field === 'description' && place !== part.place) fields[place] = undefined;
  const questions: TableQuestion[] = part.ask.length > 0 ? [{ is: 'part', places: part.ask }] : [];
  const place = header === undefined ? undefined : rows.indexOf(visible[header]!);
  // Without headers, what stands above the first part in a single cell is a title.
  const isNarrow = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '').length < 2;
  const titles =
    header === undefined && hits.some((row) => !isNarrow(row)) ? leading(cells, start, isNarrow) : 0;
  const startRow = titles > 0 ? { start: rows.indexOf(visible[titles]!) } : {};
  const table = { rows, headers: place, fields, questions, ...startRow };
  const read = withQuantity(table, hits, headers);
  if (header !== undefined) return withBeside(read, part.place, { headers, found });
  return questions.length === 0 ? withTexts(read, part.place, found) : read;
}

/** Returns the parts that a cell names, and not those that another one does. */
function othersIn(found: Found, cell: string | undefined, own: string | undefined): string[] {
  const known = foundIn(found, own ?? '')?.products ?? [];
  const named = foundIn(found, cell ?? '')?.products ?? [];
  return named.some((id) => known.includes(id)) ? [] : named;
}

/**
 * Keeps beside the part of a row what columns without a meaning say of another part, or that it is called off: the shop reads it with the
 * part. Columns of substitutes and of the buyer's own numbers are none of them.
 */
function withBeside(
  table: PastedTable,
  part: number,
  { headers, found }: { headers: readonly string[]; found: Found },
): PastedTable {
  const { fields, rows, questions } = table;
  const from = (table.headers ?? -1) + 1;
  const asked = questions.flatMap(({ is, places }) => (is === 'part' ? places : []));
  const isLeft = (at: number) => at !== part && fields[at] === undefined && !asked.includes(at);
  const body = rows.slice(from, from + MOST_LOOKED);
  const isOfParts = (at: number) => {
    const kinds = kindsOf(headers[at] ?? '');
    if (kinds.has('substitute') || kinds.has('own')) return false;
    return (
      kinds.has('successor') || body.some(({ cells }) => othersIn(found, cells[at], cells[part]).length > 0)
    );
  };
  const places = [...fields.keys()].filter(isLeft);
  const ofParts = new Set(places.filter(isOfParts));
  const besideOf = ({ cells }: Row) =>
    places.flatMap((at) => {
      const cell = cellText(cells[at] ?? '');
      return cell !== '' && (ofParts.has(at) || isCalledOff(cell)) ? [cell] : [];
    });
  return {
    ...table,
    rows: rows.map((row, n) => {
      const beside = n < from ? [] : besideOf(row);
      return beside.length > 0 ? { ...row, beside } : row;
    }),
  };
}

/** Marks rows without headers that name another part beside that of the column: such a row is a text, of which nothing is to be lost. */
function withTexts(table: PastedTable, place: number, found: Found): PastedTable {
  const isText = ({ cells }: Row) =>
    foundIn(found, cells[place] ?? '') !== undefined &&
    cells.some((cell, at) => at !== place && othersIn(found, cell, cells[place]).length > 0);
  return { ...table, rows: table.rows.map((row) => (isText(row) ? { ...row, isText: true } : row)) };
}

function leading(cells: readonly string[][], end: number, is: (row: string[]) => boolean): number {
  let count = 0;
  while (count < end && is(cells[count]!)) count += 1;
  return count;
}

/** Nothing is found, or nobody could be asked: headers alone say what there is, and shapes what cells without headers are. */
function byHeaders(rows: Row[], visible: readonly Row[]): PastedTable {
  const cells = visible.map((row) => row.cells);
  const headers = findHeaders(cells);
  const body = headers === undefined ? cells : cells.slice(headers + 1);
  const fields = headers === undefined ? fieldsOfCells(body) : fieldsOfHeaders(cells[headers]!, body);
  const others = fields.map((field) => (field === 'quantity' ? undefined : field));
  const place = headers === undefined ? undefined : rows.indexOf(visible[headers]!);
  const table: PastedTable = { rows, headers: place, fields: others, questions: [] };
  const parts = others.flatMap((field, at) =>
    field === 'mpn' || field === 'sku' || field === 'description' ? [at] : [],
  );
  if (parts.length === 0) return { ...table, fields };
  const named = body.filter((row) => parts.some((at) => (row[at] ?? '').trim() !== ''));
  return withQuantity(table, named.slice(0, MOST_SAMPLED), headers === undefined ? [] : cells[headers]!);
}

/** Sets the column of quantities, or asks for it. */
function withQuantity(
  table: PastedTable,
  rows: readonly string[][],
  headers: readonly string[],
): PastedTable {
  const fields = [...table.fields];
  const taken = new Set(fields.flatMap((field, place) => (field === undefined ? [] : [place])));
  const found = findQuantity(rows, headers, taken);
  if ('place' in found) {
    fields[found.place] = 'quantity';
    return { ...table, fields };
  }
  const width = Math.max(0, ...rows.map((cells) => cells.filter((cell) => cell.trim() !== '').length));
  // A single column is a list of parts: each line asks.
  const isList = found.ask.length === 0 && width < 2;
  const question: TableQuestion[] = isList ? [] : [{ is: 'quantity', places: found.ask }];
  return { ...table, fields, counts: found.ask, questions: [...table.questions, ...question] };
}

/** Headers of an account or an order, which a single row does not tell from the buyer's number of a part. */
const ACCOUNT = /^(?:kunden-?\s?(?:nr|nummer)|customer\s?(?:no|number)?)\b/i;

/** Fields that several columns may say. */
const SEVERAL: ReadonlySet<LineField> = new Set(['description', 'unplaced', 'placed', 'bought']);

/** Returns what columns stand for besides the part and the quantity. One that no row with a found part fills may begin below those. */
function otherFields(
  headers: readonly string[],
  { hits, body }: { hits: readonly string[][]; body: readonly string[][] },
  part: number,
): (LineField | undefined)[] {
  const width = Math.max(headers.length, ...hits.map((cells) => cells.length), 0);
  const seen = new Set<LineField>();
  return [...Array(width).keys()].map((place) => {
    if (place === part) return undefined;
    const header = headers[place] ?? '';
    const cellsIn = (rows: readonly string[][]) => rows.map((row) => row[place]?.trim() ?? '');
    const found = cellsIn(hits);
    const field = otherField(header, found.some((cell) => cell !== '') ? found : cellsIn(body));
    if (field === undefined || (seen.has(field) && !SEVERAL.has(field))) return undefined;
    seen.add(field);
    return field;
  });
}

/** Whether a header asks whether to buy, where its cells are yes and no: 'Buy?', 'Order'. */
const isDecision = (header: string) => headerWords(header).some((word) => DECISIONS.has(word));
const DECISIONS = new Set(
  'buy order purchase bestellen kaufen einkaufen acheter commander comprar pedir'.split(' '),
);
const isYesOrNo = (cell: string) => saysYes(cell) || saysNo(cell) || cell === '-';
const isOfNumber = (cell: string) => /\d/.test(cell);

/** Whether a header says how the goods are packed, not what is counted. */
const isOfPacking = (header: string) => /packag|verpackung\b|embalaje|conditionnement/i.test(header);

/** The most characters of a unit. */
const LONGEST_UNIT = 30;

/** The share of units among the cells of a column of them, and where the others are short words as well: these may be units, too. */
const MOST_UNITS = 0.8;
const HALF_UNITS = 0.5;
const isShortWord = (cell: string) => /^\p{L}{1,5}\.?$/u.test(cell);

function otherField(header: string, cells: readonly string[]): LineField | undefined {
  const filled = cells.filter((cell) => cell !== '');
  const kinds = kindsOf(header);
  if (kinds.has('unplaced')) return 'unplaced';
  if (kinds.has('placed') && filled.every((cell) => !/\d{2}/.test(cell))) return 'placed';
  if (filled.length > 0 && isOfStates(header) && !filled.some(isOfNumber)) return 'placed';
  if (filled.length > 0 && isDecision(header) && filled.every(isYesOrNo)) return 'bought';
  const least = kinds.size === 0 && filled.every(isShortWord) ? HALF_UNITS : MOST_UNITS;
  const isOfUnits = filled.length > 0 && filled.filter(isUnit).length >= filled.length * least;
  // A cell that is no known unit, such as 'pkt/50', makes its quantity a question.
  const isWordy =
    filled.length > 0 && filled.every((cell) => cell.length <= LONGEST_UNIT && /\p{L}/u.test(cell));
  if (!kinds.has('price') && !isOfPacking(header) && (isOfUnits || (kinds.has('unit') && isWordy)))
    return 'unit';
  const field = fieldOf(header);
  if (field === 'mpn' || field === 'sku' || field === 'quantity' || field === 'unit') return undefined;
  if (field !== 'customerRef') return field;
  const isSame = new Set(filled).size < 2;
  return isSame && (filled.length > 1 || ACCOUNT.test(header.trim())) ? undefined : field;
}

/** Returns the place of the headers: the row above the first part that has most known kinds, then the nearest. */
function headerAbove(cells: readonly string[][], start: number, part: number): number | undefined {
  const filledOf = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '').length;
  const width = filledOf(cells[start]!);
  let best: number | undefined;
  let most = -1;
  for (let place = start - 1; place >= 0; place -= 1) {
    const row = cells[place]!;
    const isNumbered = row.some(
      (cell) => /\d/.test(cell) && !/\p{L}/u.test(cell) && !/^(?:19|20)\d\d$/.test(cell.trim()),
    );
    if (filledOf(row) < 2 || isNumbered || (row[part] ?? '').trim() === '' || filledOf(row) * 2 < width)
      continue;
    const known = row.filter((cell) => kindsOf(cell).size > 0 || fieldOf(cell) !== undefined).length;
    if (known <= most) continue;
    best = place;
    most = known;
  }
  // Of one column alone, a header says what it is.
  if (best === undefined && width < 2) {
    const above = cells[start - 1];
    const isHeader = above && filledOf(above) === 1 && fieldOf(above[part] ?? '') !== undefined;
    return isHeader ? start - 1 : undefined;
  }
  return best;
}

/** Texts with more rows are files of programs, around whose tables nobody writes. */
const MOST_WRITTEN = 5_000;

/** Marks rows of a text that are no lines: greetings and signatures around a table, of a single cell each. */
export function withoutProse(rows: Row[], found: Found): Row[] {
  if (rows.length > MOST_WRITTEN) return rows;
  const isSingle = ({ cells }: Row) => cells.filter((cell) => cell.trim() !== '').length < 2;
  const all = rows.map((one) => {
    const { row, raw } = one;
    const read = isSingle(one) ? sketchLine(raw) : { text: raw, hasQuantity: true };
    return { row, raw, read, isKnown: foundIn(found, raw) !== undefined };
  });
  const signed = findSignatures(all);
  return rows.map((row, place) => {
    if (!isSingle(row) || all[place]!.isKnown) return row;
    if (signed.has(place)) return { ...row, why: 'signature' };
    const isText = isProse(row.raw, all[place]!.read) || isToldProse(row.raw, found);
    return isText ? { ...row, why: 'text' } : row;
  });
}
