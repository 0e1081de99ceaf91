import { trimShown } from '../kernel/blank.ts';

/** Returns a PO number as it is kept: without characters that show nothing, in NFKC, with single spaces. So those that only look alike are one. */
export function cleanPo(text: string): string {
  const shown = text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '').normalize('NFKC');
  return trimShown(shown.replaceAll(/\p{Zs}+/gu, ' '));
}

/** Returns what PO numbers are compared by: they are the same in any case of letters. */
export const poKey = (text: string) => cleanPo(text).toLowerCase();
