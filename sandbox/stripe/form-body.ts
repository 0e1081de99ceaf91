import { wrongParameter } from './errors.ts';

export type Value = string | Value[] | Params;
export interface Params {
  [name: string]: Value;
}

const MAX_DEPTH = 6;

/**
 * Reads Stripe's form encoding: `metadata[order]=7&expand[]=latest_charge&payment_method_types[0]=card`
 * becomes nested objects and arrays of strings. Query strings are written the same way.
 */
export function parseForm(text: string): Params {
  const root: Params = Object.create(null);
  const sizes = new Map<Params, number>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (name !== '') assign(root, sizes, path(name), value);
  }
  return arrays(root) as Params;
}

/** `a[b][]` is ['a', 'b', '']. */
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

/** @param sizes how many names each object has so far: counting them anew for each `a[]` would take a square of them */
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

/** Objects whose names are 0, 1, 2, ... become arrays. */
function arrays(value: Value): Value {
  if (typeof value === 'string' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  for (const name of names) value[name] = arrays(value[name]!);
  const list = names.length > 0 && names.every((name, index) => name === String(index));
  return list ? names.map((name) => value[name]!) : value;
}
