import { howReturned } from '#contract/purchases/line-pieces.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';

/** What has become of a purchase, with its moment; without one where it is not known, or has not come yet. */
export interface Step {
  label: string;
  at?: string | undefined;
  isDone: boolean;
}

const RETURNED = { part: 'Returned in part', all: 'Returned' };

/** When pieces of a purchase came back last. */
export const cameBackAt = (returns: PurchaseDetail['returns']): string | undefined =>
  returns
    .flatMap(({ receivedAt }) => receivedAt ?? [])
    .sort()
    .at(-1);

/** Returns what a purchase has come through, oldest first, and what is next. */
export function stepsOf(purchase: PurchaseDetail): Step[] {
  const { placedAt, approval, approvals, paidAt, refundedAt, shipping, returns, lines } = purchase;
  const shipments = purchase.shipments.filter(({ cancelledAt }) => !cancelledAt);
  const done = (label: string, at?: string): Step => ({ label, at, isDone: true });
  const approvedAt = approvals?.given.at(-1)?.at;
  const [first, last] = [shipments[0]?.shippedAt, shipments.at(-1)?.shippedAt];
  const [shipped, returned] = (['shippedPieces', 'returnedPieces'] as const).map((pieces) =>
    lines.reduce((sum, line) => sum + line[pieces], 0),
  ) as [number, number];
  const back = howReturned(shipped, returned);
  return [
    done('Placed', placedAt),
    ...(approval ? [{ label: 'Approved', isDone: false }] : []),
    ...(!approval && approvedAt ? [done('Approved', approvedAt)] : []),
    paidAt === undefined ? { label: 'Paid', isDone: false } : done('Paid', paidAt),
    ...(shipping === 'part' || shipments.length > 1 ? [done('Shipped in part', first)] : []),
    ...(shipping === 'all' ? [done('Shipped', last)] : []),
    ...(shipping !== 'all' && refundedAt === undefined ? [{ label: 'Shipped', isDone: false }] : []),
    ...(back ? [done(RETURNED[back], cameBackAt(returns))] : []),
    ...(refundedAt === undefined ? [] : [done('Refunded', refundedAt)]),
  ];
}
