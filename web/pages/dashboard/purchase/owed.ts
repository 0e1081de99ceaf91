import { countersOf, owed } from '#contract/line-pieces.ts';
import { formatCount } from '#contract/money.ts';
import type { PurchaseDetail } from '#contract/purchases.ts';

/** Returns how many pieces of a purchase came back or were cancelled, and are not refunded. */
export const owedPieces = ({ lines }: PurchaseDetail): number =>
  lines.reduce((sum, line) => sum + owed(countersOf(line)), 0);

/** Returns '1 piece', '20 pieces'. */
export const formatPieces = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? 'piece' : 'pieces'}`;
