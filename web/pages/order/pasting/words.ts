/** Words about what was pasted. Pure. */

import { countOf, formatCount } from '#contract/kernel/money.ts';
import { TableFault } from '#contract/tables/fault.ts';
import type { LineField } from '../../../basket/pasted/columns.ts';
import {
  MOST_COLUMNS,
  MOST_ROWS,
  PASTED_MAX_BYTES,
  UNPACKED_MAX_BYTES,
} from '../../../basket/pasted/limits.ts';
import type { LeftRow } from '../../../basket/pasted/paste.ts';

/** What a column can stand for. */
export const FIELD_WORDS: Record<LineField, string> = {
  mpn: 'Part number',
  quantity: 'Quantity',
  maker: 'Maker',
  description: 'Description',
  customerRef: 'Your number',
  designators: 'Reference designators',
  sku: 'Our SKU',
  unplaced: 'Not placed',
  placed: 'Placed or open',
  bought: 'To be bought',
  unit: 'Unit',
};

const LEFT_WORDS: Record<LeftRow['why'], string> = {
  title: 'title',
  header: 'headers again',
  unplaced: 'not to be bought',
  total: 'total',
  signature: 'signature',
  text: 'text',
  hidden: 'hidden',
  again: 'listed again below',
  zero: '0 pieces',
  rule: 'a rule',
};

/** What a row was taken for. */
export const leftWord = (why: LeftRow['why']): string => LEFT_WORDS[why];

/** Returns how many rows were left out, and what they were taken for: '3 rows (title, total)'. */
export function leftWords(left: readonly LeftRow[]): string {
  const whys = [...new Set(left.map(({ why }) => LEFT_WORDS[why]))];
  return `${countOf(left.length, 'row')} (${whys.join(', ')})`;
}

/** Returns why nothing could be read, and what to do. */
export function faultWords(error: unknown): string {
  const { why, row } = error instanceof TableFault ? error : new TableFault('not_a_table');
  switch (why) {
    case 'empty':
      return 'There is nothing in it.';
    case 'not_a_table':
      return 'This is no list that we can read. Save it as XLSX or CSV, or copy its lines and paste them here.';
    case 'old_excel':
      return 'This is a workbook of an old Excel (.xls), or one with a password. Save it as XLSX without a password.';
    case 'open_document':
      return 'This is an OpenDocument sheet (.ods). Save it as XLSX or CSV.';
    case 'edifact':
      return 'This is an EDIFACT order, which we cannot read here. Export its lines as XLSX or CSV.';
    case 'x12':
      return 'This is an X12 order, which we cannot read here. Export its lines as XLSX or CSV.';
    case 'ubl':
      return 'This is a UBL order, which we cannot read here. Export its lines as XLSX or CSV.';
    case 'xml':
      return 'This is XML, which we cannot read here. Export its lines as XLSX or CSV.';
    case 'json':
      return 'This is JSON, which we cannot read here. Export its lines as XLSX or CSV.';
    case 'broken_workbook':
      return 'The workbook cannot be read. Open it, and save it again as XLSX or CSV.';
    case 'cell_error':
      return `A cell of row ${formatCount(row ?? 1)} holds an error such as #N/A. Correct it in the spreadsheet and save it again.`;
    case 'too_large':
      return `The file has more than ${inMegabytes(PASTED_MAX_BYTES)}, or unpacks to more than ${inMegabytes(UNPACKED_MAX_BYTES)}. Copy the lines that you need and paste them here.`;
    case 'too_many_rows':
      return `It has more than ${formatCount(MOST_ROWS)} rows. Copy the lines that you need and paste them here.`;
    case 'too_many_columns':
      return `It has more than ${MOST_COLUMNS} columns. Copy the columns that you need and paste them here.`;
    case 'too_much':
      return 'It takes too long to read. Copy the lines that you need and paste them here.';
  }
}

const inMegabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;
