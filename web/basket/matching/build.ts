/** Quantities of a part list for a number of boards. Pure. */

import { MOST_PIECES } from '#contract/kernel/pieces.ts';
import { put } from '#contract/lists/ops.ts';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import type { LinePart } from '#contract/matching/schema.ts';
import { firstOf, minimumQuantity } from '#contract/products/minimum.ts';

/** Attrition is counted in ten-thousandths of a percent, because 100 × 1.1 is more than 110 in doubles. */
const PARTS = 10_000;

type Needed = Pick<ListLine, 'perBoard' | 'attrition' | 'leader'>;

/**
 * Returns the pieces that so many boards need: those on the boards, the percent that is lost in assembly, rounded up, and those
 * that the reel begins with. Undefined for a line that does not say its pieces a board.
 */
export function buildQuantity(
  { perBoard, attrition, leader }: Needed,
  boards: number | null,
): number | undefined {
  if (!perBoard || !boards) return undefined;
  const percent = 100 * PARTS + Math.round((attrition ?? 0) * PARTS);
  const pieces = Math.ceil((perBoard * boards * percent) / (100 * PARTS)) + (leader ?? 0);
  return Math.min(pieces, MOST_PIECES);
}

/** Returns the smallest quantity of a part that is enough and can be ordered, stock aside. */
export function enoughOf(pieces: number, part: LinePart): number {
  return firstOf(Math.max(pieces, minimumQuantity(part)), part);
}

/**
 * Returns what makes a list one for so many boards: the quantities follow. Where no line says its pieces a board yet, the
 * quantities are taken for them. `null` makes it a list of quantities again, which stay.
 */
export function setBoards(lines: readonly ListLine[], boards: number | null): ListOp[] {
  const ops: ListOp[] = [{ op: 'boards', boards }];
  if (boards === null) return ops;
  const isNew = lines.every(({ perBoard }) => !perBoard);
  for (const line of lines) {
    const perBoard = isNew ? line.quantity : line.perBoard;
    const quantity = buildQuantity({ ...line, perBoard }, boards);
    if (quantity === undefined || (quantity === line.quantity && perBoard === line.perBoard)) continue;
    ops.push(put(line, { perBoard, quantity }));
  }
  return ops;
}
