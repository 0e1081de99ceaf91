/** What rows of a file say of a company's own part numbers. Pure. */
import { fieldOf } from '../../../basket/pasted/columns.ts';
import type { PastedTable } from '../../../basket/pasted/paste.ts';

/** A part by the shop's number, and the company's own of it, as a row says them. */
export interface NumberRow {
  row: number;
  sku: string;
  number: string;
}

/**
 * Returns the rows that say both; undefined where nothing tells which column has which. Own numbers are below a header of theirs, or
 * else beside the shop's in a table of two columns. Hidden rows, and rows that say the same once more, are left out.
 */
export function numbersIn({ rows, headers, fields, questions }: PastedTable): NumberRow[] | undefined {
  const body = rows.slice((headers ?? -1) + 1).filter(({ isHidden }) => !isHidden);
  const names = headers === undefined ? [] : rows[headers]!.cells;
  const told = names.findIndex((name) => fieldOf(name) === 'customerRef');
  const isFilled = (at: number) => body.some(({ cells }) => (cells[at] ?? '').trim() !== '');
  const others = [...fields.keys()].filter((at) => at !== told && isFilled(at));
  const known = others.find((at) => fields[at] === 'sku') ?? others.find((at) => fields[at] === 'mpn');
  const part = known ?? others[0];
  const own = told < 0 ? others.find((at) => at !== part) : told;
  if (part === undefined || own === undefined) return [];
  const isClear = told < 0 ? others.length === 2 : known !== undefined || others.length === 1;
  if (!isClear || questions.some(({ is }) => is === 'part')) return undefined;
  const said = new Set<string>();
  return body.flatMap(({ row, cells }) => {
    const [sku = '', number = ''] = [cells[part]?.trim(), cells[own]?.trim()];
    const key = JSON.stringify([sku.toUpperCase(), number]);
    if (sku === '' || number === '' || said.has(key)) return [];
    said.add(key);
    return [{ row, sku, number }];
  });
}
