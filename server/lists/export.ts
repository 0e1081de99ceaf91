import { setImmediate } from 'node:timers/promises';
import { lineTotal, unitPrice } from '#contract/kernel/price.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Answer } from '../ground/handling/answer.ts';
import { type TableColumn, tableAnswer } from '../ground/handling/table-answer.ts';

type Row = ListLine & { part: Product | undefined };

/** Headers that a paste into the order recognises. Prices are those of the buyer today, of parts that are on sale. */
const COLUMNS: TableColumn<Row>[] = [
  ['SKU', ({ part }) => part?.sku],
  ['MPN', ({ part }) => part?.mpn],
  ['Manufacturer', ({ part }) => part?.maker],
  ['Description', ({ part, raw }) => part?.name ?? raw ?? undefined],
  ['Quantity', ({ quantity }) => quantity ?? undefined],
  ['Customer part number', ({ customerRef }) => customerRef ?? undefined],
  ['Designators', ({ designators }) => designators ?? undefined],
  ['Unit price', ({ part, quantity }) => part && unitPrice(part, quantity ?? 1)],
  ['Total', ({ part, quantity }) => (part && quantity ? lineTotal(part, quantity) : undefined)],
];

/** Lines that are written in one go: hostile texts of 5,000 would keep everybody else waiting. */
const PIECE = 250;

/** A list's lines as a file. */
export function exportLines(
  lines: readonly ListLine[],
  findPart: (id: string) => Product | undefined,
  format: 'csv' | 'xlsx',
): Answer {
  const toRow = (line: ListLine): Row => ({
    ...line,
    part: line.productId ? findPart(line.productId) : undefined,
  });
  return tableAnswer(
    format,
    'list',
    (async function* () {
      for (let at = 0; at < lines.length; at += PIECE) {
        yield lines.slice(at, at + PIECE).map(toRow);
        await setImmediate();
      }
    })(),
    COLUMNS,
  );
}
