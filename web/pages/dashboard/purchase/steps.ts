import { howReturned } from '#contract/line-pieces.ts';
import type { PurchaseDetail, PurchaseEvent } from '#contract/purchases.ts';

/** What has become of a purchase, with its moment; without one where it is not known, or has not come yet. */
export interface Step {
  label: string;
  at?: string | undefined;
  isDone: boolean;
}

const RETURNED = { part: 'Returned in part', all: 'Returned' };

/** Returns what a purchase has come through, oldest first, and what is next. The history says when pieces came back. */
export function stepsOf(purchase: PurchaseDetail, history: readonly PurchaseEvent[] = []): Step[] {
  const { placedAt, paidAt, refundedAt, shipping, shipments, lines } = purchase;
  const done = (label: string, at?: string): Step => ({ label, at, isDone: true });
  const [first, last] = [shipments[0]?.shippedAt, shipments.at(-1)?.shippedAt];
  const [shipped, returned] = (['shippedPieces', 'returnedPieces'] as const).map((pieces) =>
    lines.reduce((sum, line) => sum + line[pieces], 0),
  ) as [number, number];
  const back = howReturned(shipped, returned);
  const cameBack = history.findLast(({ kind }) => kind === 'pieces_returned')?.at;
  return [
    done('Placed', placedAt),
    paidAt === undefined ? { label: 'Paid', isDone: false } : done('Paid', paidAt),
    ...(shipping === 'part' || shipments.length > 1 ? [done('Shipped in part', first)] : []),
    ...(shipping === 'all' ? [done('Shipped', last)] : []),
    ...(shipping !== 'all' && refundedAt === undefined ? [{ label: 'Shipped', isDone: false }] : []),
    ...(back ? [done(RETURNED[back], cameBack)] : []),
    ...(refundedAt === undefined ? [] : [done('Refunded', refundedAt)]),
  ];
}
