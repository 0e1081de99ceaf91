/** What the remedies of a line change in the list. Pure. */

import { isPieces } from '#contract/kernel/pieces.ts';
import { put } from '#contract/lists/ops.ts';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import type { LinePart } from '#contract/matching/schema.ts';
import type { LineState } from './answers.ts';
import type { Share } from './shares.ts';

/** Makes lines directly after another one, in their order. */
export type MakeAfter = (
  line: ListLine,
  many: readonly Omit<ListLine, '_id' | 'position'>[],
) => readonly ListLine[];

/** Returns what writes a part into a line, and a quantity where the line has none: one that can be kept. */
export function withPart(
  line: ListLine,
  part: Pick<LinePart, '_id'>,
  quantity: number | undefined,
): ListOp[] {
  return [put(line, { productId: part._id, ...(!line.quantity && isPieces(quantity) && { quantity }) })];
}

/** Returns what writes the parts of exact answers into their lines, with the quantities that the shop says, by the ids of the lines. */
export function foundOps(lines: readonly ListLine[], matches: ReadonlyMap<string, LineState>): ListOp[] {
  return lines.flatMap((line) => {
    const { state, match } = matches.get(line._id) ?? {};
    if (line.productId || state !== 'matched' || match?.match !== 'exact') return [];
    return withPart(line, match.product!, match.quantity);
  });
}

/** Returns what sets the quantity of a line. */
export const withQuantity = (line: ListLine, quantity: number): ListOp[] => [put(line, { quantity })];

/** Returns what makes a line wait for no day, or puts another part in its place. */
export const withFields = (line: ListLine, fields: Partial<ListLine>): ListOp[] => [put(line, fields)];

/**
 * Returns what splits a line: the first share stays in it, and each other one is a line after it. All keep the designators and
 * the customer's number: each may come with another delivery, and is found by them there.
 */
export function splitInto(
  [first, ...others]: readonly Share[],
  line: ListLine,
  makeAfter: MakeAfter,
): ListOp[] {
  const { productId, raw, customerRef, designators } = line;
  const added = makeAfter(
    line,
    others.map((share) => ({ productId, raw, customerRef, designators, ...share })),
  );
  // Of a number of boards each share would be the whole.
  const isPart = others.length > 0 && { perBoard: null, attrition: null, leader: null };
  return [
    put(line, { quantity: first!.quantity, receiptDate: first!.receiptDate ?? null, ...isPart }),
    ...added.map((one): ListOp => ({ op: 'put', line: one })),
  ];
}

/** Returns positions directly after a line of a list: evenly between it and the next one. */
export function positionsAfter({ position }: ListLine, lines: readonly ListLine[], count: number): number[] {
  const next = lines.find((line) => line.position > position)?.position ?? position + count + 1;
  return Array.from({ length: count }, (_, n) => position + ((next - position) * (n + 1)) / (count + 1));
}
