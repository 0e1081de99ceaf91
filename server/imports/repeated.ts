/** Rows of a file with one SKU. Pure. */
import { type CellKind, IMPORT_FIELDS, isFieldName } from '#contract/imports/fields.ts';
import type { Cell, NumberReading } from './cells.ts';
import { mappedCell } from './draft.ts';
import type { Column } from './headers.ts';

export interface Row {
  /** The number of the row in the file. */
  row: number;
  cells: Cell[];
}

/** A cell of SKUs in capitals: what is the same is one part's. */
export const keyOf = (cell: Cell | undefined) =>
  String(cell ?? '')
    .trim()
    .toUpperCase();

/** Kinds of which a wrong value is a wrong price or stock. Other views of a shop may call a part by another name. */
const COUNTED: readonly CellKind[] = ['number', 'money', 'breaks'];

/**
 * Returns the SKUs of which a later row says another number than the first, such as the price of more pieces or the stock of another
 * shelf, with that row: nobody knows which of them counts. An empty cell says nothing.
 * @param readings how each of the columns is read: some cells stand for other SKUs
 */
export function findContradicted(
  rows: readonly Row[],
  columns: readonly Column[],
  readings: readonly NumberReading[] = [],
): Map<string, number> {
  const place = columns.findIndex(({ field }) => field === 'sku');
  const skuOf = ({ cells }: Row) => keyOf(mappedCell(cells[place], readings[place] ?? {}));
  const places = columns.flatMap(({ field }, n) =>
    field !== undefined && isFieldName(field) && COUNTED.includes(IMPORT_FIELDS[field].kind) ? [n] : [],
  );
  const differs = (one: string, other: string) => one !== '' && other !== '' && one !== other;
  const firsts = new Map<string, Row>();
  const found = new Map<string, number>();
  for (const row of rows) {
    const key = skuOf(row);
    const first = firsts.get(key);
    if (!first) firsts.set(key, row);
    else if (!found.has(key) && places.some((n) => differs(keyOf(row.cells[n]), keyOf(first.cells[n]))))
      found.set(key, row.row);
  }
  return found;
}
