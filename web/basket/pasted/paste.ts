/** What a pasted text or a file is read as: lines, rows that are none, and a table whose columns can be changed. */
import type { FoundCell } from '#contract/matching/schema.ts';
import type { Row } from './cells.ts';
import type { LineField } from './columns.ts';

/** A line of an order, as far as its columns say what it means. Without columns `raw` is what the shop reads. */
export interface PastedLine {
  /** Its line in the text, or its row in the file, from 1. */
  row: number;
  /** As it stands there; of a row that is several lines, the quantity with one part of it. */
  raw: string;
  text?: string;
  /** What columns say that stand for nothing known, with their headers. */
  besides?: string;
  sku?: string;
  mpn?: string;
  maker?: string;
  customerRef?: string;
  designators?: string;
  quantity?: number;
  /** What cells of other columns may say of the quantity, where the buyer has not said which column has it. */
  offered?: number[];
  /** The cell of the quantity, where it is more than a number: the shop reads it by the part. */
  quantityText?: string;
}

/**
 * What only the buyer can tell of a table: which of some columns it is, none for a quantity where no column can be it; or which rows are
 * bought, where a column may say it.
 */
export interface TableQuestion {
  is: 'quantity' | 'part' | 'bought';
  places: number[];
  /** Where rows may not be bought: what the column says of those that each answer leaves out. */
  leaves?: string[][];
}

/** A table with what its columns stand for, and why rows of it are no lines. */
export interface PastedTable {
  rows: Row[];
  /** The place of the headers among the rows. */
  headers: number | undefined;
  /** The place of the first row that is no title, where there are no headers. */
  start?: number;
  fields: (LineField | undefined)[];
  /** What is asked about it, once for all lines. */
  questions: TableQuestion[];
  /** Columns of which any may have the quantities, where none is known to. */
  counts?: number[];
  /** What columns say of rows that the buyer has left out. */
  leaves?: { place: number; states: string[] }[];
  /** Pieces of each line, where the buyer has said that no column tells them. */
  each?: number;
  /** Whether hidden rows are lines, too. */
  takesHidden?: boolean;
}

/** A row that is no line, and what it was taken for; `unplaced`: a part that is not placed on the board, so not bought. */
export interface LeftRow {
  row: number;
  raw: string;
  why:
    | 'title'
    | 'header'
    | 'unplaced'
    | 'total'
    | 'signature'
    | 'text'
    | 'hidden'
    | 'again'
    | 'zero'
    | 'rule';
}

export interface Pasted {
  lines: PastedLine[];
  /** What was taken for no line. */
  left: LeftRow[];
  /** How many lines beyond the most there are. */
  more: number;
  /** Given where it is a table, whose mapping can be changed: see `linesOfTable`. */
  table?: PastedTable;
  /** The sheets of a workbook, and the place of the one that was read. */
  sheets?: { names: string[]; place: number };
  /** The encoding by which a file was read, where others may be meant. */
  encoding?: { used: string; others: string[] };
}

/** Returns what the catalogue finds for cells, in their order; undefined where it cannot be asked. */
export type LookUp = (cells: string[]) => Promise<readonly FoundCell[] | undefined>;

/** How to read it, where somebody has said so: the place of a sheet, an encoding. */
export interface PastedOptions {
  sheet?: number;
  encoding?: string;
  /** Whether numbers of workbooks have the currency and the unit of their format beside them. */
  withUnits?: boolean;
  /** Whether it is a table in any case: also a single row, and cells that nothing else shows to be some. */
  isTable?: boolean;
}
