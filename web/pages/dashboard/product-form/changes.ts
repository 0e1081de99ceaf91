/** Which fields somebody has changed, field by field: pure, for drafts, for saving, and for changes by two people. */
import { compare, differing } from '../kit/merge.ts';
import type { ProductValues } from './values.ts';

/** A field of the form: a field of the contract, or one attribute, such as `attributes.size`. */
export type FieldPath = Exclude<keyof ProductValues, 'attributes'> | `attributes.${string}`;

type Value = string | object | undefined;

/** Some fields of the form with their values, as a draft keeps them. */
export type SomeFields = Partial<Record<FieldPath, Value>>;

const ATTRIBUTE = 'attributes.';

/** Returns the name of an attribute's key, or undefined for another field. */
export function attributeKey(path: FieldPath): string | undefined {
  return path.startsWith(ATTRIBUTE) ? path.slice(ATTRIBUTE.length) : undefined;
}

/** Returns the fields in which two versions of the form differ. */
export function differences(a: ProductValues, b: ProductValues): FieldPath[] {
  return differing(toFields(a), toFields(b));
}

/** Returns some fields of the form with their values. */
export function pick(values: ProductValues, paths: readonly FieldPath[]): SomeFields {
  const fields = toFields(values);
  return Object.fromEntries(paths.map((path) => [path, fields[path] ?? '']));
}

/** Returns the form with other values in some fields. */
export function withFields(values: ProductValues, fields: SomeFields): ProductValues {
  const { attributes, ...rest } = values;
  const all = { ...rest, attributes: { ...attributes } };
  for (const [path, value] of Object.entries(fields)) {
    const key = attributeKey(path as FieldPath);
    if (key !== undefined) all.attributes[key] = value as string;
    else Object.assign(all, { [path]: value });
  }
  return all;
}

export interface Rebased {
  values: ProductValues;
  /** What others have changed, and `mine` had not. */
  taken: FieldPath[];
  /** What both have changed, to different values. `values` has mine. */
  conflicts: FieldPath[];
}

/**
 * Merges what two people have made of the same product.
 * @param base what both began with
 */
export function rebase(base: ProductValues, mine: ProductValues, theirs: ProductValues): Rebased {
  const found = compare(toFields(base), toFields(mine), toFields(theirs));
  const { taken, conflicts } = found;
  return { values: withFields(theirs, pick(mine, found.mine)), taken, conflicts };
}

/** Returns the names of the contract's fields that a change of these fields has to send. */
export function toSend(paths: readonly FieldPath[]): Set<string> {
  const names = paths.map((path) => (attributeKey(path) === undefined ? path : 'attributes'));
  // The values of another category are other ones.
  return new Set<string>(names.includes('category') ? [...names, 'attributes'] : names);
}

function toFields({ attributes, ...rest }: ProductValues): SomeFields {
  const ofAttributes = Object.entries(attributes).map(([key, value]) => [ATTRIBUTE + key, value]);
  return { ...rest, ...Object.fromEntries(ofAttributes) };
}
