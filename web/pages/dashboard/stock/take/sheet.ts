/** A stock-take as the browser keeps it: its parts, and what was counted of them. Pure. */

import { parseCount } from '#contract/kernel/money.ts';
import { MOST_PIECES } from '#contract/kernel/pieces.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import { type Counts, MOST_COUNTED, type StockLevel } from '#contract/stock/schema.ts';

/** A part of a sheet. */
export interface SheetLine {
  id: string;
  sku: string;
  name: string;
  bin?: string | undefined;
  ean?: string | undefined;
  /** What was to be on its shelf when the sheet was made, or when its count was refused last. */
  expected: number;
  /** As it was typed. */
  counted: string;
  /** Why its count was refused. */
  refused?: string | undefined;
}

export interface Sheet {
  /** What it is a count of, in words. */
  about: string;
  at: string;
  lines: SheetLine[];
}

/** The most characters of a count. */
export const LONGEST_COUNT = 15;

export function newSheet(about: string, levels: readonly StockLevel[], at: Date): Sheet {
  return { about, at: at.toISOString(), lines: levels.map(toLine) };
}

function toLine({ _id: id, sku, name, bin, ean, shelf }: StockLevel): SheetLine {
  return { id, sku, name, bin, ean, expected: shelf, counted: '' };
}

/** Returns the sheet with a count as it was typed. */
export function withCount(sheet: Sheet, id: string, counted: string): Sheet {
  return {
    ...sheet,
    lines: sheet.lines.map((line) =>
      line.id === id ? { ...line, counted: counted.slice(0, LONGEST_COUNT), refused: undefined } : line,
    ),
  };
}

/** Returns the sheet with one more part at its end; the same one when the part is on it, or it is full. */
export function withPart(sheet: Sheet, level: StockLevel): Sheet {
  const isFull = sheet.lines.length >= MOST_COUNTED || sheet.lines.some(({ id }) => id === level._id);
  return isFull ? sheet : { ...sheet, lines: [...sheet.lines, toLine(level)] };
}

/** A counted part, and by how much its count differs from what was expected. */
export interface CountedLine extends SheetLine {
  pieces: number;
  difference: number;
}

/** Returns the counted parts. A count that is no whole number is left out: see `wrongLines`. */
export function countedLines({ lines }: Sheet): CountedLine[] {
  return lines.flatMap((line) => {
    const pieces = piecesOf(line);
    return pieces === undefined ? [] : [{ ...line, pieces, difference: pieces - line.expected }];
  });
}

/** Returns the parts whose count cannot be read. */
export function wrongLines({ lines }: Sheet): SheetLine[] {
  return lines.filter((line) => line.counted.trim() !== '' && piecesOf(line) === undefined);
}

function piecesOf({ counted }: SheetLine): number | undefined {
  const pieces = counted.trim() === '' ? Number.NaN : parseCount(counted);
  return Number.isInteger(pieces) && pieces <= MOST_PIECES ? pieces : undefined;
}

/** Returns what is sent to book the counts. */
export function toCounts(sheet: Sheet, why: string): Counts {
  return {
    lines: countedLines(sheet).map(({ id, pieces, expected }) => ({
      productId: id,
      counted: pieces,
      expected,
    })),
    ...(why.trim() && { why: why.trim() }),
  };
}

/** Returns the sheet after a refusal: the lines that it names say why, and expect what is to be there now. Counts stay. */
export function afterRefusal(sheet: Sheet, sent: Counts, errors: readonly FieldError[]): Sheet {
  const refusals = new Map(
    errors.flatMap((error) => {
      const place = /^lines\.(\d+)\./.exec(error.field)?.[1];
      const line = place === undefined ? undefined : sent.lines[Number(place)];
      return line ? [[line.productId, error] as const] : [];
    }),
  );
  return {
    ...sheet,
    lines: sheet.lines.map((line) => {
      const error = refusals.get(line.id);
      if (!error) return line;
      const shelf = error.params?.shelf;
      return { ...line, refused: error.message, ...(typeof shelf === 'number' && { expected: shelf }) };
    }),
  };
}

/** Returns whether a stored value is a sheet. */
export function isSheet(value: unknown): value is Sheet {
  const sheet = value as Partial<Sheet> | null;
  return typeof sheet?.about === 'string' && typeof sheet.at === 'string' && Array.isArray(sheet.lines);
}
