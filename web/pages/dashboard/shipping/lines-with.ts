import type { PurchaseDetail, PurchaseLine } from '#contract/purchases/schema.ts';
import type { PiecesLine } from './typed-pieces.ts';

/** Returns the lines of a purchase that have pieces left for something, for a dialog that asks how many. */
export function linesWith(
  purchase: PurchaseDetail,
  left: (line: PurchaseLine) => number,
): (PiecesLine & { line: PurchaseLine })[] {
  return purchase.lines
    .map((line) => ({
      orderId: line._id,
      name: line.productName,
      sku: line.sku,
      ean: line.ean,
      left: left(line),
      line,
    }))
    .filter((line) => line.left > 0);
}
