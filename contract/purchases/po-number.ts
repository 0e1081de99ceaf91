import { trimShown } from '../kernel/blank.ts';

/**
 * Returns a PO number as it is kept: without characters that show nothing, in NFKC, with single spaces, and with all dashes as
 * hyphens. So those that only look alike are one.
 */
export function cleanPo(text: string): string {
  const shown = text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').normalize('NFKC');
  return trimShown(shown.replaceAll(/[\u2010-\u2015\u2212]/g, '-').replaceAll(/[\p{Zs}\u2800]+/gu, ' '));
}

/** Returns what PO numbers are compared by: they are the same in any case of letters. */
export const poKey = (text: string) => cleanPo(text).toLowerCase();
