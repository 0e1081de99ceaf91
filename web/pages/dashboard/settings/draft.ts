/** A section while it is edited: texts as they are typed, and what is saved of them. */
import { parseCount } from '#contract/kernel/money.ts';
import { differing, type Fields } from '../kit/merge.ts';
import type { Field } from './fields.ts';

/** A section as its form has it: lists of lines and of paragraphs are one text each, and so are numbers. */
export type Draft = { [field: string]: unknown };

/** Returns the value at a path such as 'banners.1.link.to'. */
export function at(value: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}

/** Returns a copy with another value at a path. */
export function withAt<T>(value: T, path: string, next: unknown): T {
  const [key = '', ...rest] = path.split('.');
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[key] = rest.length === 0 ? next : withAt(copy[key] ?? {}, rest.join('.'), next);
  return copy as T;
}

/** Returns a section as its form has it. */
export function draftOf(fields: readonly Field[], value: object): Draft {
  return convert(fields, value as Draft, (kind, one) => {
    if (kind === 'lines') return ((one ?? []) as string[]).join('\n');
    if (kind === 'paragraphs') return ((one ?? []) as string[]).join('\n\n');
    return String(one ?? '');
  });
}

/**
 * Returns the fields of a form by their paths: 'name', 'banners.1.title'. A list whose entries can be moved is one field, as an entry
 * has no name by which two people could mean the same one.
 */
export function toFields(fields: readonly Field[], draft: Draft, within = ''): Fields {
  const found: Fields = {};
  for (const field of fields) {
    if (field.kind === 'group') Object.assign(found, toFields(field.fields, draft, within));
    else if (field.kind === 'list' && field.most === undefined)
      for (const [place, entry] of entriesAt(draft, field.path).entries())
        Object.assign(found, toFields(field.fields, entry, `${within}${field.path}.${place}.`));
    else found[within + field.path] = at(draft, field.path);
  }
  return found;
}

/** Returns a form with other values in some fields. Fields that it does not have are left out: a page of another version kept them. */
export function withFields(fields: readonly Field[], draft: Draft, some: Fields): Draft {
  const known = toFields(fields, draft);
  let result = draft;
  for (const [path, value] of Object.entries(some))
    if (Object.hasOwn(known, path)) result = withAt(result, path, value);
  return convert(fields, result, (_, one) => (typeof one === 'string' ? one : ''));
}

/** Returns the values of some fields. */
export function pick(all: Fields, paths: readonly string[]): Fields {
  return Object.fromEntries(paths.map((path) => [path, all[path] ?? '']));
}

/** Returns the fields in which two forms differ. */
export function differences(fields: readonly Field[], a: Draft, b: Draft): string[] {
  return differing(toFields(fields, a), toFields(fields, b));
}

/** Returns what is saved of a form. A link without words and address, and code without text, are none. */
export function savedOf(fields: readonly Field[], draft: Draft): Draft {
  const value = convert(fields, draft, (kind, one) => {
    const text = String(one ?? '');
    if (kind === 'lines') return split(text, /\r?\n/);
    if (kind === 'paragraphs') return split(text, /\r?\n[ \t]*\r?\n/);
    if (kind === 'number') return text.trim() === '' ? undefined : parseCount(text);
    if (kind === 'code') return text.trim() === '' ? undefined : text;
    return text;
  });
  return value;
}

/** An entry of a list with nothing in it. */
export function blankOf(fields: readonly Field[]): Draft {
  return draftOf(fields, {});
}

type Scalar = Exclude<Field['kind'], 'list' | 'group'>;

function convert(
  fields: readonly Field[],
  value: Draft,
  each: (kind: Scalar, one: unknown) => unknown,
): Draft {
  let result: Draft = {};
  for (const field of fields) {
    if (field.kind === 'group') result = merge(result, convert(field.fields, value, each));
    else if (field.kind === 'list') {
      result = withAt(
        result,
        field.path,
        entriesAt(value, field.path).map((entry) => withoutEmptyLink(convert(field.fields, entry, each))),
      );
    } else result = withAt(result, field.path, each(field.kind, at(value, field.path)));
  }
  return result;
}

function entriesAt(value: Draft, path: string): Draft[] {
  const entries = at(value, path);
  return Array.isArray(entries) ? entries : [];
}

/** Groups may have fields of the same object: 'summary.text' and 'summary.figures'. */
function merge(one: Draft, other: Draft): Draft {
  const merged = { ...one };
  for (const [key, value] of Object.entries(other)) {
    const known = merged[key];
    const isBoth = [known, value].every(
      (inner) => typeof inner === 'object' && inner && !Array.isArray(inner),
    );
    merged[key] = isBoth ? merge(known as Draft, value as Draft) : value;
  }
  return merged;
}

/** The link of a project may be left out: then both of its texts are empty. */
function withoutEmptyLink(entry: Draft): Draft {
  const link = entry.link as { label?: string; href?: string } | undefined;
  return link && 'href' in link && !link.label && !link.href ? { ...entry, link: undefined } : entry;
}

const split = (text: string, at: RegExp) =>
  text
    .split(at)
    .map((one) => one.trim())
    .filter((one) => one !== '');
