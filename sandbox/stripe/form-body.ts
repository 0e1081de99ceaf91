import { wrongParameter } from './errors.ts';

export type Value = string | Value[] | Params;
export interface Params {
  [name: string]: Value;
}

const MAX_DEPTH = 6;

/**
 * Parses Stripe's form encoding: `metadata[order]=7&expand[]=latest_charge&payment_method_types[0]=card`
 * becomes nested objects and arrays of strings. Query strings have the same encoding.
 */
export function parseForm(text: string): Params {
  const root: Params = Object.create(null);
  const sizes = new Map<Params, number>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (name !== '') assign(root, sizes, path(name), value);
  }
  return arrays(root) as Params;
}

/** Splits `a[b][]` into ['a', 'b', '']. */
function path(name: string): string[] {
  const bracket = name.indexOf('[');
  if (bracket <= 0) return [name];
  const parts = [name.slice(0, bracket)];
  for (let open = bracket; open >= 0; ) {
    const close = name.indexOf(']', open);
    if (close < 0) break;
    parts.push(name.slice(open + 1, close));
    if (parts.length > MAX_DEPTH) throw wrongParameter(name, `Invalid parameter name: ${name}`);
    open = name.indexOf('[', close);
  }
  return parts;
}

/** @param sizes the number of names of each object: counting them for each `a[]` would take quadratic time */
function assign(root: Params, sizes: Map<Params, number>, parts: string[], value: string): void {
  let node = root;
  for (const [index, part] of parts.entries()) {
    const size = sizes.get(node) ?? 0;
    const name = part === '' ? String(size) : part;
    if (!(name in node)) sizes.set(node, size + 1);
    if (index === parts.length - 1) {
      node[name] = value;
      return;
    }
    const next = node[name];
    if (typeof next !== 'object') node[name] = Object.create(null) as Params;
    node = node[name] as Params;
  }
}

/** Turns objects with the names 0, 1, 2, ... into arrays. */
function arrays(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  for (const name of names) value[name] = arrays(value[name]!);
  const list = names.length > 0 && names.every((name, index) => name === String(index));
  return list ? names.map((name) => value[name]!) : value;
}
