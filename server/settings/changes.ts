import type { SettingField } from '#contract/settings/schema.ts';

/** Fields of a change that are told, and the letters of a value. */
const MOST_FIELDS = 30;
const MOST_LETTERS = 200;

/** Returns the fields that differ between two values of a section, such as `banners.1.title`. No more than the first 30. */
export function changesBetween(before: object, after: object): SettingField[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .filter((field) => was.get(field) !== is.get(field))
    .slice(0, MOST_FIELDS)
    .map((field) => ({ field, from: cut(was.get(field)), to: cut(is.get(field)) }));
}

/** The texts and numbers of a value by their paths. A list of texts is one text. */
function fieldsOf(value: object): Map<string, string> {
  const fields = new Map<string, string>();
  const add = (one: unknown, path: string) => {
    if (typeof one !== 'object' || one === null) fields.set(path, String(one ?? ''));
    else if (Array.isArray(one) && one.every((entry) => typeof entry === 'string'))
      fields.set(path, one.join(', '));
    else for (const [key, inner] of Object.entries(one)) add(inner, path === '' ? key : `${path}.${key}`);
  };
  add(value, '');
  return fields;
}

function cut(text = ''): string {
  if (text.length <= MOST_LETTERS) return text;
  // Not between the halves of a letter.
  return `${text
    .slice(0, MOST_LETTERS)
    .toWellFormed()
    .replace(/\uFFFD$/u, '')}…`;
}
