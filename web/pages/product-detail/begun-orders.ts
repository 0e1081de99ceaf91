/** Drafts and sent order forms of the product pages, by the product's id. */
import { openShelf } from '../../kept.ts';
import { randomId } from '../../random-id.ts';

export interface PlacedOrder {
  id: string;
  quantity: number;
  /** The unit price in dollars. */
  price: number;
  /** An earlier submission of the form has placed it, and its response was lost. */
  earlier?: boolean;
}

/** A sent order form. It has one Idempotency-Key, in all tabs, until the buyer presses "Order again". */
interface SentForm {
  key: string;
  placed?: PlacedOrder;
}

export const sentForms = openShelf('localStorage', 'sent forms', (value): value is SentForm => {
  const { key, placed } = (value ?? {}) as Partial<SentForm>;
  return typeof key === 'string' && (placed === undefined || isPlaced(placed));
});

function isPlaced(value: unknown): value is PlacedOrder {
  const { id, quantity, price } = (value ?? {}) as Partial<PlacedOrder>;
  return typeof id === 'string' && typeof quantity === 'number' && typeof price === 'number';
}

/** Returns the Idempotency-Key of a product's order form. */
export function keyOfForm(productId: string): string {
  const sent = sentForms.get(productId) ?? { key: randomId() };
  sentForms.set(productId, sent);
  return sent.key;
}

/** The text in an order form that is not sent yet. */
export interface Draft {
  /** Null where the field is empty or no number. */
  order: number | null;
  shippingAdd: string;
  phone: string;
}

export const drafts = openShelf('sessionStorage', 'drafts', (value): value is Draft => {
  const { order, shippingAdd, phone } = (value ?? {}) as Partial<Draft>;
  const isQuantity = order === null || typeof order === 'number';
  return isQuantity && typeof shippingAdd === 'string' && typeof phone === 'string';
});
