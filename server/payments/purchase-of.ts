import { formatOrderNumber } from '#contract/purchases/order-number.ts';

interface Row {
  purchase_id: string | null;
  /** The first line, whose page has the purchase's refunds (`firstLineOf`). */
  order_id: string | null;
  number: number | null;
}

/** The purchase of a payment, as lists of payments and disputes link it; without fields where none has claimed the payment. */
export function purchaseOf({ purchase_id, order_id, number }: Row) {
  return {
    ...(purchase_id !== null && { purchaseId: purchase_id }),
    ...(order_id !== null && { orderId: order_id }),
    ...(number !== null && { orderNumber: formatOrderNumber(number) }),
  };
}
