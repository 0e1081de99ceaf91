/** The lines as a CSV file. Pure. */
import { type CsvCell, csvCell } from '#contract/tables/csv-cell.ts';
import { needWords } from '../../basket/matching/need-words.ts';
import type { PricedLine } from '../../basket/matching/priced.ts';

/** Headers that the pad understands where the file is dropped on it again. */
const COLUMNS: readonly [header: string, cell: (line: PricedLine) => CsvCell][] = [
  ['Line', ({ n }) => n],
  ['SKU', ({ part }) => part?.sku],
  ['Maker', ({ part }) => part?.maker],
  ["Maker's part number", ({ part }) => part?.mpn],
  ['Description', ({ part, line }) => part?.name ?? line.raw],
  ['Customer part number', ({ line }) => line.customerRef],
  ['Designators', ({ line }) => line.designators],
  ['Quantity', ({ line }) => line.quantity],
  ['Unit price', ({ unitPrice }) => unitPrice],
  ['Line total', ({ total }) => total?.toFixed(2)],
  ['In stock', ({ part }) => part?.available],
  ['As asked for', ({ line }) => line.raw],
  ['Status', (line) => needWords(line)],
];

/** Returns a CSV file (RFC 4180) that spreadsheets open as UTF-8, and compute nothing of. */
export function toCsv(lines: readonly PricedLine[]): string {
  const rows = lines.map((line) => COLUMNS.map(([, cell]) => csvCell(cell(line))).join(','));
  return `\ufeff${[COLUMNS.map(([header]) => csvCell(header)).join(','), ...rows].join('\r\n')}\r\n`;
}
