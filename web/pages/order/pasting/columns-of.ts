/** Headers and rows of a pasted table. Pure. */
import type { Row } from '../../../basket/pasted/cells.ts';
import type { LineField } from '../../../basket/pasted/columns.ts';
import type { PastedTable } from '../../../basket/pasted/paste.ts';

/** Returns the headers of a table; none of one without. */
export function headersOf({ rows, headers }: PastedTable): readonly string[] {
  return headers === undefined ? [] : rows[headers]!.cells;
}

/** Returns the rows below the headers that are seen, without those that are none, such as greetings. */
export function bodyOf({ rows, headers, start, takesHidden }: PastedTable): readonly Row[] {
  const from = start ?? (headers ?? -1) + 1;
  return rows.slice(from).filter(({ isHidden, why }) => !why && (takesHidden || !isHidden));
}

/** The fields of a line's part and quantity, as a line says how it was read. */
const TOLD: readonly LineField[] = ['sku', 'mpn', 'description', 'quantity'];

/** Returns which columns say a line's part and quantity: `“NB-C8” from MPN, “120 pcs” from column 3`. */
export function howRead(table: PastedTable, row: Row | undefined): string | undefined {
  const headers = headersOf(table);
  const said = table.fields.flatMap((field, place) => {
    const text = row?.cells[place]?.trim();
    if (!field || !text || !TOLD.includes(field)) return [];
    return [`“${text}” from ${headers[place]?.trim() || `column ${place + 1}`}`];
  });
  return said.length > 0 ? said.join(', ') : undefined;
}
