import type { Product } from '#contract/products/schema.ts';

/** Returns what two spellings of a part number have in common: its letters and digits, in capitals. */
export function partNumberKey(text: string): string {
  const capitals = text.toUpperCase();
  // Most part numbers are ASCII, for which the other way takes ten times as long.
  if (!/[^ -~]/.test(capitals)) return capitals.replace(/[^A-Z0-9]/g, '');
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

const spelled = (text: string) =>
  text
    .split(/(?<=\d)[.,](?=\d)/)
    .map(partNumberKey)
    .join('.');

/** Returns a number with the sign before its decimals in place of their unit's letter: '1,5M' as '1M5'. */
export const withUnitAsSign = (text: string) =>
  text.replace(/(?<=\d)[.,](\d{1,4})(\p{L})(?!\p{L})/gu, '$2$1');

/**
 * Returns whether a text has a sign of decimals that no number of the part has there, so that it may be of another one: 'CAB-C6A-1,5M' is not
 * written as 'CAB-C6A-15M', nor as 'CAB-C6A-1M5'. A number that is none of the part's own is a buyer's.
 */
export function isRespelled(text: string, { sku, mpn, ean }: Pick<Product, 'sku' | 'mpn' | 'ean'>): boolean {
  if (!/\d[.,]\d/.test(text)) return false;
  const numbers = [sku, mpn, ean].filter((number) => number !== undefined);
  const having = (key: string) => numbers.filter((number) => partNumberKey(number) === key);
  const own = having(partNumberKey(text));
  if (own.length === 0) return having(partNumberKey(withUnitAsSign(text))).length > 0;
  return !own.some((number) => spelled(number) === spelled(text));
}
