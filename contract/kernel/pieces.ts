/** The most pieces that anything counts: what a 32-bit column holds. Without schemas, because browsers load it. */
export const MOST_PIECES = 2_147_483_647;
/** The most pieces that are booked into the stock of a product: the column has room for what orders give back besides. */
export const MOST_STOCK = 1_000_000_000;
/** The most pieces of a product that are on sale, with what orders give back. As the CHECK `products_available_bound`. */
export const MOST_KEPT = 2_000_000_000;

/** Returns whether a number is one of pieces: whole, at least one, and not too many to be kept. */
export const isPieces = (count: number | undefined): count is number =>
  Number.isInteger(count) && count! >= 1 && count! <= MOST_PIECES;
