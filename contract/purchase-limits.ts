/** Bounds of purchases. Without schemas, because browsers load it. */

/** The most lines of a purchase, and of a call about one. */
export const PURCHASE_MAX_LINES = 500;
/** The most bytes of the body of POST /purchases, so of what its lines can store. */
export const PURCHASE_MAX_BYTES = 256 * 1024;

/** The most characters of what a buyer writes at a purchase. */
export const LONGEST_OF_PURCHASE = { poNumber: 64, deliveryWish: 200, costCentre: 64, note: 1_000 } as const;

/** The most characters of what is said of a shipment. */
export const LONGEST_OF_SHIPMENT = { carrier: 64, tracking: 64 } as const;
/** The most characters of the condition in which pieces come back. */
export const LONGEST_CONDITION = 100;
