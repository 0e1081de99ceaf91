import type { Guard } from './guard.ts';

/**
 * Returns a file's source without a guard. White space does not count, so that a formatted line stays the same guard.
 * @throws Error that names the guard when its code is not in the source, or is there more than once
 */
export function takeAway({ name, file, code, without }: Guard, source: string): string {
  const letters = [...source.matchAll(/\S/g)];
  const bare = letters.join('');
  const wanted = code.replace(/\s/g, '');
  const at = bare.indexOf(wanted);
  if (at < 0) throw new Error(`'${name}': its code is not in ${file}`);
  if (bare.includes(wanted, at + 1)) throw new Error(`'${name}': its code is in ${file} more than once`);
  const [start, last] = [letters[at]!.index, letters[at + wanted.length - 1]!.index];
  return source.slice(0, start) + without + source.slice(last + 1);
}
