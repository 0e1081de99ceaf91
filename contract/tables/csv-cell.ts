import { markFormulas } from './formulas.ts';

export type CsvCell = string | number | boolean | null | undefined;

/**
 * Returns a value as it stands in a CSV file (RFC 4180). Spreadsheets compute nothing of it, whatever stands before the sign of a
 * formula: tabs, line breaks, spaces, marks without width. It is in quotes where a program could end the cell or leave out its ends.
 */
export function csvCell(value: CsvCell, delimiter = ','): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = markFormulas(value);
  const isQuoted = text.includes(delimiter) || /["\t\r\n]|^\s|\s$/.test(text);
  return isQuoted ? `"${text.replaceAll('"', '""')}"` : text;
}
