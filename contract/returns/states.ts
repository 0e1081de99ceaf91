import { formatOrderNumber } from '../purchases/order-number.ts';

/** `received`: all of it has come back. `closed`: what has not come back by then is not expected any more. */
export const RETURN_STATES = ['asked', 'accepted', 'declined', 'received', 'closed'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/** To be answered, and to come back. */
export const OPEN_RETURN_STATES = ['asked', 'accepted'] as const satisfies ReturnState[];
export type OpenReturnState = (typeof OPEN_RETURN_STATES)[number];

/** What a buyer wants for pieces that they send back. */
export const RETURN_WISHES = ['refund', 'replacement'] as const;
export type ReturnWish = (typeof RETURN_WISHES)[number];
export const WISH_WORDS: Record<ReturnWish, string> = { refund: 'Money back', replacement: 'A replacement' };

/** Returns the number of a return as its buyer writes it on the parcel: 'NB-100234-R2' is the second one of an order. */
export function formatReturnNumber(orderNumber: number, nth: number): string {
  return `${formatOrderNumber(orderNumber)}-R${nth}`;
}

export function isReturnOpen(state: ReturnState): boolean {
  return (OPEN_RETURN_STATES as readonly ReturnState[]).includes(state);
}
