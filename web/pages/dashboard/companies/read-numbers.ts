/** What rows of a file say of a company's own part numbers. Pure. */
import type { PastedTable } from '../../../basket/pasted/paste.ts';

/** A part by the shop's number, and the company's own of it, as a row says them. */
export interface NumberRow {
  row: number;
  sku: string;
  number: string;
}

/** Returns the rows of pasted cells that are too few to be known as a table: a line each. */
export const fewRows = (text: string): PastedTable => ({
  rows: text.split('\n').map((line, n) => ({
    row: n + 1,
    raw: line,
    cells: line.split(/[\t;,]/),
    isHidden: false,
  })),
  headers: undefined,
  fields: [],
  questions: [],
});

/** Returns the rows that say both: by headers, or else by the first two columns. Hidden rows are left out. */
export function numbersIn({ rows, headers, fields }: PastedTable): NumberRow[] {
  const own = fields.indexOf('customerRef');
  const named = fields.findIndex((field) => field === 'sku' || field === 'mpn');
  const isTold = headers !== undefined && own >= 0;
  const [partAt, ownAt] = isTold ? [named >= 0 ? named : Number(own === 0), own] : [0, 1];
  return rows.slice((headers ?? -1) + 1).flatMap(({ row, cells, isHidden }) => {
    const [sku = '', number = ''] = [cells[partAt]?.trim(), cells[ownAt]?.trim()];
    return isHidden || sku === '' || number === '' ? [] : [{ row, sku, number }];
  });
}
