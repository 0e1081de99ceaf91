/** Bounds of lists, and the cart's name. Without schemas, because browsers load it. */

/** Stands for the id of the caller's cart, which everybody has. */
export const CART = 'cart';

/** The most lists that somebody has, the cart included, and the most lines of a list. */
export const MOST_LISTS = 200;
export const MOST_LIST_LINES = 5_000;
/** The most lists of colleagues that are listed, those that were changed last. */
export const MOST_SHARED_LISTED = 500;
/** The most bytes of all lists of one person; a line counts 100 and its texts. */
export const MOST_LIST_BYTES = 20 * 1024 * 1024;
/** The most bytes of a new list: 5,000 lines of 400. */
export const NEW_LIST_MAX_BYTES = 2 * 1024 * 1024;
/** The most changes of one request, and the most bytes of its body. */
export const MOST_LIST_OPS = 1_000;
export const LIST_CHANGE_MAX_BYTES = 100 * 1024;
/** The most characters of a list's name. */
export const LONGEST_LIST_NAME = 200;
