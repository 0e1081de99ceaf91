/** Headers and rows of a pasted table. Pure. */
import type { Row } from '../../../pasted/cells.ts';
import type { PastedTable } from '../../../pasted/paste.ts';

/** Returns the headers of a table; none of one without. */
export function headersOf({ rows, headers }: PastedTable): readonly string[] {
  return headers === undefined ? [] : rows[headers]!.cells;
}

/** Returns the rows below the headers that are seen, without those that are none, such as greetings. */
export function bodyOf({ rows, headers, start, takesHidden }: PastedTable): readonly Row[] {
  const from = start ?? (headers ?? -1) + 1;
  return rows.slice(from).filter(({ isHidden, why }) => !why && (takesHidden || !isHidden));
}
