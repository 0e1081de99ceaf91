/** What buyers say that the columns of their files stand for, kept in this browser by the headers of the files. */
import type { LineField } from '../../../basket/pasted/columns.ts';
import { LONGEST_MAPPING, mappings } from '../../../basket/pasted/mappings.ts';
import { FIELD_WORDS } from './words.ts';

/** What each column stands for. */
export type Fields = readonly (LineField | undefined)[];

interface Mapping {
  kind: string;
  fields: Fields;
}

/** Returns what the columns with these headers stand for, as somebody has said before. */
export function rememberedFields(headers: readonly string[]): Fields | undefined {
  if (headers.length === 0) return undefined;
  return mappings.get().map(parse).find(isOf(headers))?.fields;
}

/** Remembers what the columns of files with these headers mean, replacing what was remembered. */
export function rememberFields(headers: readonly string[], fields: Fields): void {
  // A table without headers cannot be recognized again.
  if (headers.length === 0) return;
  const text = JSON.stringify([kindOf(headers), headers.map((_, n) => fields[n] ?? null)]);
  const others = mappings.get().filter((other) => !isOf(headers)(parse(other)));
  mappings.set(text.length > LONGEST_MAPPING ? others : [text, ...others]);
}

const kindOf = (headers: readonly string[]) => headers.map((one) => one.trim().toLowerCase()).join('\n');

const isOf = (headers: readonly string[]) => (mapping: Mapping | undefined) =>
  mapping?.kind === kindOf(headers) && mapping.fields.length === headers.length;

/** Returns nothing for what a page of another version has stored. */
function parse(text: string): Mapping | undefined {
  try {
    const [kind, fields] = JSON.parse(text);
    const isField = (one: unknown) => one === null || Object.hasOwn(FIELD_WORDS, String(one));
    if (typeof kind !== 'string' || !Array.isArray(fields) || !fields.every(isField)) return undefined;
    return { kind, fields: fields.map((field) => field ?? undefined) };
  } catch {
    return undefined;
  }
}
