import { gtinSpellings } from '#contract/ean.ts';

/** What a scanner reads of a part. */
interface Scannable {
  sku: string;
  ean?: string | undefined;
}

/** Returns the parts that a scanned or typed code names: by its SKU or EAN, in any case of letters. */
export function findScanned<P extends Scannable>(parts: readonly P[], code: string): P[] {
  const wanted = code.trim().toUpperCase();
  if (wanted === '') return [];
  const bySku = parts.filter(({ sku }) => sku.toUpperCase() === wanted);
  if (bySku.length > 0) return bySku;
  return parts.filter(({ ean }) => ean !== undefined && gtinSpellings(ean).includes(wanted));
}
