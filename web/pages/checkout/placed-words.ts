/** Words for what checkout has placed. Pure. */
import { formatCount } from '#contract/kernel/money.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { isPayable } from '#contract/purchases/states.ts';
import { formatMoment } from '../../ui/dates.ts';
import type { PlacedPurchase } from './placing.ts';

/** The fields of a purchase that the words are made of. */
export type PlacedState = Pick<PurchaseDetail, 'state' | 'approval' | 'heldUntil'> & {
  lines: readonly Pick<PurchaseDetail['lines'][number], 'quantity' | 'expectedPieces'>[];
};

export const isToPay = (detail: PlacedState | undefined) =>
  detail !== undefined && detail.state !== 'accepted' && isPayable(detail);

const ENDS: Partial<Record<PlacedState['state'], string>> = {
  accepted: 'Accepted.',
  paid: 'Paid.',
  refunded: 'Refunded.',
};

/** Returns the state of a placed purchase in words. Expected pieces are promised: there is no stock of them to hold. */
export function stateOf(detail: PlacedState | undefined): string {
  if (!detail) return 'Its pieces are kept for you.';
  const { approval, heldUntil, lines } = detail;
  if (approval === 'sent_back')
    return 'It was sent back by who approves it. Its page says why, and what to do.';
  if (approval)
    return `It needs an approval before it can be paid, and your approvers are told. ${heldUntil ? `Its stock is held until ${formatMoment(heldUntil)}.` : ''}`;
  if (!isToPay(detail)) return ENDS[detail.state] ?? '';
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
