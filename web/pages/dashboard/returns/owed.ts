import { formatCount } from '#contract/kernel/money.ts';
import { countersOf, declinable, owed } from '#contract/purchases/line-pieces.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';

/** Returns how many pieces of a purchase came back or were cancelled, and are to be refunded. */
export const owedPieces = ({ lines }: PurchaseDetail): number =>
  lines.reduce((sum, line) => sum + owed(countersOf(line)), 0);

/** Returns for how many of these an admin may say that they are not refunded. */
export const declinablePieces = ({ lines }: PurchaseDetail): number =>
  lines.reduce((sum, line) => sum + declinable(countersOf(line)), 0);

/** Returns '1 piece', '20 pieces'. */
export const formatPieces = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'piece' : 'pieces'}`;
