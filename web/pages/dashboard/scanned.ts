import { gtinSpellings } from '#contract/products/ean.ts';

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

/** Returns the first line of a part for which fewer pieces are counted than it has left; undefined where none has room. */
export function withRoom<L extends { left: number }>(
  lines: readonly L[],
  counted: (line: L) => number,
): L | undefined {
  return lines.find((line) => counted(line) < line.left);
}
