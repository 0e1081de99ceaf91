/** Changes of lists, as the browser and the server make them. Pure, and without the schemas. */
import type { FieldOfLine } from '../matching/fields.ts';
import type { ListLine, ListOp } from './schema.ts';

/** Returns what writes fields of a line. */
export function put(line: ListLine, fields: Partial<Pick<ListLine, FieldOfLine>>): ListOp {
  return { op: 'put', line: { ...line, ...fields }, changed: Object.keys(fields) as FieldOfLine[] };
}

/** Returns named fields of a line; one that is absent is not given. */
export function pick(line: ListLine, fields: readonly FieldOfLine[]): Partial<ListLine> {
  return Object.fromEntries(fields.map((field) => [field, line[field] ?? null]));
}
