/** The most pieces that anything counts: what a 32-bit column holds. Without schemas, because browsers load it. */
export const MOST_PIECES = 2_147_483_647;

/** Returns whether a number is one of pieces: whole, at least one, and not too many to be kept. */
export const isPieces = (count: number | undefined): count is number =>
  Number.isInteger(count) && count! >= 1 && count! <= MOST_PIECES;
