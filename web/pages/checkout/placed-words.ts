/** Words for what checkout has placed. Pure. */
import { formatCount } from '#contract/kernel/money.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { formatMoment } from '../../ui/dates.ts';
import type { PlacedPurchase } from './placing.ts';

/** The fields of a purchase that the words are made of. */
export type PlacedState = Pick<PurchaseDetail, 'state' | 'heldUntil'> & {
  lines: readonly Pick<PurchaseDetail['lines'][number], 'quantity' | 'expectedPieces'>[];
};

export const isToPay = (detail: PlacedState | undefined) =>
  detail?.state === 'to_pay' || detail?.state === 'hold_ended';

const ENDS: Partial<Record<PlacedState['state'], string>> = {
  to_approve: 'Waiting for approval.',
  accepted: 'Accepted.',
  paid: 'Paid.',
  refunded: 'Refunded.',
};

/** Returns the state of a placed purchase in words. Expected pieces are promised: there is no stock of them to hold. */
export function stateOf(detail: PlacedState | undefined): string {
  if (!detail) return 'Its pieces are kept for you.';
  if (!isToPay(detail)) return ENDS[detail.state] ?? '';
  const { heldUntil, lines } = detail;
  const isPromised = lines.every(({ quantity, expectedPieces }) => expectedPieces === quantity);
  if (!heldUntil)
    return isPromised
      ? 'The promise of its pieces has ended. Paying takes them again.'
      : 'The hold on its stock has ended. Paying takes the stock again.';
  return isPromised
    ? `Its pieces are promised until ${formatMoment(heldUntil)}.`
    : `Its stock is held for you until ${formatMoment(heldUntil)}.`;
}

/** Returns that a PO number was used before; nothing where only these orders, placed in one go, have it. */
export function poWords({ poUsedBefore }: PlacedPurchase): string {
  if (poUsedBefore === 0) return '';
  const orders = poUsedBefore === 1 ? 'order' : 'orders';
  return ` You had used this PO number before, on ${formatCount(poUsedBefore)} ${orders}.`;
}
