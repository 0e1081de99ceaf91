/** How the columns of a file are read, and what has to be asked about them. Pure. */
import type { Attribute } from '#contract/categories/schema.ts';
import { IMPORT_FIELDS, type ImportField, isFieldName } from '#contract/imports/fields.ts';
import type { ColumnAsk, ImportOptions } from '#contract/imports/schema.ts';
import { SHOP_CURRENCY } from '#contract/kernel/money.ts';
import { FACET_PREFIX } from '#contract/products/narrowing.ts';
import { plainHeader, UNIT_NAMES } from '#contract/tables/header-names.ts';
import {
  type Cell,
  doubtsPoint,
  isEmpty,
  type NumberReading,
  plainCell,
  type Read,
  readBreaks,
  readMeasure,
  readNumber,
  readPieces,
} from './cells.ts';
import { Exported } from './exported.ts';
import { WEIGHT_UNIT_NAMES } from './header-names.ts';
import type { Column, Matched } from './headers.ts';
import { splitUnit, unitOf, unitsLike } from './measures.ts';
import { currencyOf, splitCurrency } from './money.ts';
import { pricePieces } from './price-unit.ts';

interface Row {
  row: number;
  cells: Cell[];
}

/** What was said of an earlier file with the same headers, and what of it counts here. */
type Remembered = Pick<ImportOptions, 'decimal' | 'units'>;

interface AboutFile {
  attributes: readonly Attribute[];
  isJson: boolean;
  remembered?: Remembered;
}

/** Cells that a question shows. */
const MOST_EXAMPLES = 3;
/** Units that can be chosen, where not all of a measure are. */
const CHOICES: { [F in ImportField]?: string[] } = {
  weight_grams: ['g', 'kg', 'oz', 'lb'],
  lead_days: ['day', 'week'],
};

/** Returns how each column is read. Of numbers that can be read in two ways, and of those without a unit, each column is asked about once. */
export function readColumns(
  rows: readonly Row[],
  columns: readonly Column[],
  { attributes, isJson, remembered: earlier = {} }: AboutFile,
  { decimal, units = {}, values = {} }: ImportOptions,
  exported: number,
): { readings: NumberReading[]; asks: ColumnAsk[]; remembered: Remembered } {
  const asks: ColumnAsk[] = [];
  const decided = decimal ?? (exported >= 0 ? signOfExport(rows, columns, exported) : undefined);
  const remembered: Remembered = {};
  if (decided === undefined && earlier.decimal && !contradicts(rows, columns, attributes, earlier.decimal))
    remembered.decimal = earlier.decimal;
  const sign = decided ?? remembered.decimal;
  const readings = columns.map(({ column, field, unit: ofHeader, lacksUnit }, place): NumberReading => {
    const own = Object.hasOwn(values, column) && { values: values[column]! };
    const target = field && unitOfField(field, attributes);
    const isOfMoney = field === 'currency' || field === 'price';
    const lacksCurrency = isOfMoney && rows.some(({ cells }) => isOther(cells[place], field));
    if (field === 'currency') return { ...own, lacksCurrency };
    if (!field || target === undefined) return { ...own };
    const cells = rows.map(({ cells }) => cells[place] ?? null);
    const ofFile = (Object.hasOwn(units, column) ? units[column] : undefined) ?? ofHeader;
    const isOpen = lacksUnit && ofFile === undefined && exported < 0;
    const before = isOpen ? rememberedUnit(column, cells, target, earlier) : undefined;
    if (before !== undefined) remembered.units = { ...remembered.units, [column]: before };
    const unit = ofFile ?? before;
    const doubtPoint = doubtsPoint(cells.flatMap((cell) => numbersIn(cell, field)));
    const isDoubted = (cell: Cell) => isDoubtful(cell, field, target, doubtPoint);
    // A column that can be read in one way alone is read so, whatever the others have.
    const isSaid = sign !== undefined && cells.some(isDoubted);
    const reading: NumberReading = {
      ...own,
      ...(isSaid && { decimal: sign }),
      ...(lacksCurrency && { lacksCurrency }),
      ...(unit !== undefined && { unit }),
      ...(isOpen && unit === undefined && { lacksUnit }),
      // Programs write points.
      doubtPoint: doubtPoint && !isJson,
      ...(field === 'price_per' && {
        lacksPieces: cells.some((cell) => !isEmpty(cell) && pricePieces(cell) !== 1),
      }),
    };
    const ask = (
      kind: 'decimal' | 'unit',
      isAsked: (cell: Cell) => boolean,
      choices: string[],
      answer?: string,
    ) => {
      const found = rows.filter(({ cells }) => isAsked(cells[place] ?? null));
      if (found.length === 0) return;
      const examples = [...new Set(found.map(({ cells }) => String(cells[place]).slice(0, 40)))];
      asks.push({
        kind,
        columns: [column],
        field,
        row: found[0]!.row,
        rows: found.length,
        choices,
        examples: examples.slice(0, MOST_EXAMPLES),
        ...(answer !== undefined && { answer }),
      });
    };
    if (!decided) ask('decimal', (cell) => isDoubtful(cell, field, target, reading.doubtPoint!), ['.', ',']);
    if (isOpen) ask('unit', lacksUnitOf, CHOICES[field] ?? Object.keys(unitsLike(target)), before);
    return reading;
  });
  return { readings, asks: withOneSign(asks, remembered.decimal), remembered };
}

/** The unit that was said of a column of an earlier file, unless a cell has another one behind its number. */
function rememberedUnit(
  column: string,
  cells: readonly Cell[],
  target: string,
  { units = {} }: Remembered,
): string | undefined {
  const unit = Object.hasOwn(units, column) ? units[column] : undefined;
  const isOther = (cell: Cell) => {
    const own = typeof cell === 'string' ? splitUnit(cell).unit : undefined;
    return own !== undefined && unitOf(own, target) !== unit;
  };
  return cells.some(isOther) ? undefined : unit;
}

/** Whether a number of a file can be read with the other sign before its decimals alone. */
function contradicts(
  rows: readonly Row[],
  columns: readonly Column[],
  attributes: readonly Attribute[],
  decimal: '.' | ',',
): boolean {
  const other = decimal === '.' ? ',' : '.';
  return columns.some(({ field }, place) => {
    const unit = field && unitOfField(field, attributes);
    if (!field || unit === undefined) return false;
    return rows.some(({ cells }) => {
      const cell = cells[place] ?? null;
      if (typeof cell !== 'string') return false;
      const fits = (sign: '.' | ',') => 'value' in readAs(cell, field, unit, { decimal: sign });
      return !fits(decimal) && fits(other);
    });
  });
}

/** One answer says the sign of all columns: they are one question, which an earlier file may have answered. */
function withOneSign(asks: readonly ColumnAsk[], answer: '.' | ',' | undefined): ColumnAsk[] {
  const all = asks.filter(({ kind }) => kind === 'decimal');
  const [first, ...others] = all;
  if (!first) return [...asks];
  const one: ColumnAsk = {
    kind: 'decimal',
    columns: all.flatMap(({ columns }) => columns),
    choices: ['.', ','],
    ...(others.length === 0 && first.field && { field: first.field }),
    ...(answer && { answer }),
    row: Math.min(...all.map(({ row = 0 }) => row)),
    rows: Math.max(...all.map(({ rows = 0 }) => rows)),
    examples: [...new Set(all.flatMap(({ examples }) => examples))].slice(0, MOST_EXAMPLES),
  };
  return [one, ...asks.filter(({ kind }) => kind !== 'decimal')];
}

/**
 * Writes behind the numbers of a file the units that other columns have of them: of weights, and of what prices are of, where that is
 * another one than a piece.
 */
export function joinUnits(
  { columns, unknown }: Pick<Matched, 'columns' | 'unknown'>,
  rows: readonly Row[],
): void {
  const join = (
    number: number,
    names: ReadonlySet<string>,
    isJoined: (cell: Cell, unit: string) => boolean,
  ) => {
    const unit = columns.findIndex(({ column, field }) => !field && names.has(plainHeader(column)));
    if (number < 0 || unit < 0) return;
    for (const { cells } of rows) {
      const cell = cells[number] ?? null;
      const of = plainCell(cells[unit]);
      if (of !== '' && isJoined(cell, of)) cells[number] = `${plainCell(cell) || 1} ${of}`;
    }
    const place = unknown.indexOf(columns[unit]!.column);
    if (place >= 0) unknown.splice(place, 1);
  };
  const weight = columns.findIndex(({ field, lacksUnit }) => field === 'weight_grams' && lacksUnit);
  join(weight, WEIGHT_UNIT_NAMES, lacksUnitOf);
  const pieces = columns.findIndex(({ field }) => field === 'price_per');
  if (UNIT_NAMES.has(plainHeader(columns[pieces]?.column ?? ''))) return;
  join(pieces, UNIT_NAMES, (_, unit) => pricePieces(unit) !== 1);
}

/** Words of cells that say whether a part is there, and not how many. */
const AVAILABILITY = new Set(['', '0', '1', 'yes', 'no', 'true', 'false', 'backorder']);

/** Leaves out columns that say whether a part is in stock, where another says how much of it is. */
export function leaveAvailability(
  { columns, unknown, asks }: Pick<Matched, 'columns' | 'unknown' | 'asks'>,
  rows: readonly Row[],
): void {
  const saysNumber = ({ columns: [name] }: ColumnAsk) => {
    const place = columns.findIndex(({ column }) => column === name);
    return rows.some(({ cells }) => !AVAILABILITY.has(plainCell(cells[place]).toLowerCase()));
  };
  const stock = asks.filter(({ kind, field }) => kind === 'field' && field === undefined);
  const isKnown = columns.some(({ field }) => field === 'counted' || field === 'added');
  if (!isKnown && !stock.some(saysNumber)) return;
  for (const ask of stock.filter((one) => !saysNumber(one))) {
    asks.splice(asks.indexOf(ask), 1);
    unknown.splice(unknown.indexOf(ask.columns[0]!), 1);
  }
}

/** Whether a cell of currencies or of prices names another one than the shop's. */
function isOther(cell: Cell | undefined, field: 'currency' | 'price'): boolean {
  if (typeof cell !== 'string' || isEmpty(cell)) return false;
  return (
    (field === 'currency' ? currencyOf(cell) : (splitCurrency(cell).currency ?? SHOP_CURRENCY)) !==
    SHOP_CURRENCY
  );
}

/** The numbers of a cell, which has several of price breaks. */
function numbersIn(cell: Cell, field: ImportField): Cell[] {
  if (field !== 'price_breaks' || typeof cell !== 'string') return [cell];
  return cell.slice(0, 2000).split(/[:;|\n]/);
}

/** The unit of a field of numbers; an empty text for numbers without, undefined for what is no number. */
function unitOfField(field: ImportField, attributes: readonly Attribute[]): string | undefined {
  if (isFieldName(field)) {
    const { kind } = IMPORT_FIELDS[field];
    if (kind === 'weight') return 'g';
    if (kind === 'days') return 'day';
    return ['number', 'money', 'breaks'].includes(kind) ? '' : undefined;
  }
  const found = attributes.find(({ key, kind }) => kind === 'number' && field === FACET_PREFIX + key);
  return found && (found.unit ?? '');
}

/** What is in every number that can be read in two ways: three digits behind a sign. */
const MAY_BE_DOUBTFUL = /[.,]\d{3}(?!\d)/;

function isDoubtful(cell: Cell, field: ImportField, unit: string, doubtPoint: boolean): boolean {
  if (typeof cell !== 'string' || !MAY_BE_DOUBTFUL.test(cell)) return false;
  const read = readAs(cell, field, unit, { doubtPoint });
  return 'error' in read && read.error.startsWith('import_decimal ');
}

/** Reads the numbers of a text, whatever currency stands beside them. */
function readAs(cell: string, field: ImportField, unit: string, reading: NumberReading): Read<unknown> {
  if (field === 'price_breaks') return readBreaks(cell, reading);
  if (isFieldName(field) && IMPORT_FIELDS[field].kind === 'number') return readPieces(cell, reading);
  return unit === '' ? readNumber(splitCurrency(cell).number, reading) : readMeasure(cell, unit, reading);
}

/** Whether a cell is a number without a unit. 0 is one in any. */
function lacksUnitOf(cell: Cell): boolean {
  if (typeof cell === 'number') return cell !== 0;
  return typeof cell === 'string' && /[1-9]/.test(cell) && splitUnit(cell).unit === undefined;
}

/** Rows that are looked at to see how an export that was saved again writes its numbers. */
const PROOF_ROWS = 1000;

/** The sign before the decimals of an export: the one with which its cells say what they were made from. */
function signOfExport(
  rows: readonly Row[],
  columns: readonly Column[],
  exported: number,
): '.' | ',' | undefined {
  for (const { cells } of rows.slice(0, PROOF_ROWS)) {
    const base = cells[exported];
    if (typeof base !== 'string') continue;
    const before = new Exported(base);
    for (const [place, { field }] of columns.entries()) {
      const cell = cells[place];
      if (!field || typeof cell !== 'string' || !/\d[.,]\d/.test(cell) || splitUnit(cell).unit) continue;
      for (const decimal of ['.', ','] as const) {
        const read = field === 'price_breaks' ? readBreaks(cell, { decimal }) : readNumber(cell, { decimal });
        if ('value' in read && before.had(field, read.value)) return decimal;
      }
    }
  }
  return undefined;
}
