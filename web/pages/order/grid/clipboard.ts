/** Cells as text between spreadsheets and the grid. Pure. */
import { csvCell } from '#contract/tables/csv-cell.ts';
import { undoFormulaMarks } from '#contract/tables/formulas.ts';
import type { PricedLine } from '../../../basket/matching/priced.ts';
import { type ColumnKey, textOf } from './columns.ts';

/** Returns cells as spreadsheets copy them: tabs between cells, lines between rows. A spreadsheet computes nothing of them. */
export function toTabs(lines: readonly PricedLine[], columns: readonly ColumnKey[]): string {
  return lines
    .map((line) => columns.map((column) => csvCell(textOf(line, column), '\t')).join('\t'))
    .join('\n');
}

/** Returns the cells of a text that a spreadsheet has copied. */
export function fromTabs(text: string): string[][] {
  const rows: string[][] = [[]];
  const body = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  let at = 0;
  while (at <= body.length) {
    const { cell, end } = body[at] === '"' ? quoted(body, at) : bare(body, at);
    rows.at(-1)!.push(undoFormulaMarks(cell));
    if (body[end] === '\n') rows.push([]);
    at = end + 1;
  }
  return rows;
}

function bare(text: string, at: number): { cell: string; end: number } {
  let end = at;
  while (end < text.length && text[end] !== '\t' && text[end] !== '\n') end += 1;
  return { cell: text.slice(at, end), end };
}

/** A cell in quotes; a quote that is never closed is a letter. */
function quoted(text: string, at: number): { cell: string; end: number } {
  let quote = text.indexOf('"', at + 1);
  while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2);
  const next = text[quote + 1];
  if (quote < 0 || (next !== undefined && next !== '\t' && next !== '\n')) return bare(text, at);
  return { cell: text.slice(at + 1, quote).replaceAll('""', '"'), end: quote + 1 };
}
