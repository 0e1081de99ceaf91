/** Bounds of purchases. Without schemas, because browsers load it. */

/** The most lines of a purchase, and of a call about one. */
export const PURCHASE_MAX_LINES = 500;
/** The most bytes of the body of POST /purchases, so of what its lines can store. */
export const PURCHASE_MAX_BYTES = 256 * 1024;

/** The most characters of what a buyer writes at a purchase. */
export const LONGEST_OF_PURCHASE = { poNumber: 64, deliveryWish: 200, costCentre: 64, note: 1_000 } as const;

/**
 * The most of what a purchase has: returns that are not closed, returns of all times, shipments, and lines of all shipments together.
 * CHECKs on `purchases` say so, too.
 */
export const MOST_OF_PURCHASE = {
  openReturns: 20,
  returns: 200,
  shipments: 200,
  shipmentLines: 5_000,
} as const;
/** How often the address and the details of a purchase can be changed: each change is kept, and may be mailed. */
export const MOST_CHANGES = 50;
/** The most bytes of the reasons of a return, of all of its lines. */
export const RETURN_REASONS_BYTES = 32 * 1024;
/** The most purchases that are picked together. */
export const MOST_PICKED = 100;

/** The most characters of what is said of a shipment. */
export const LONGEST_OF_SHIPMENT = { carrier: 64, tracking: 64 } as const;
/** The most pictures of a return. */
export const MOST_RETURN_PICTURES = 3;
/** The most characters of the condition in which pieces come back. */
export const LONGEST_CONDITION = 100;
