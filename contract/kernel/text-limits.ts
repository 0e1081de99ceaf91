/** Bounds of texts that several calls take. Without schemas, because browsers load it. */

/** The most characters of why somebody does something, such as refunding a purchase or blocking an account. */
export const LONGEST_REASON = 500;

/** The most characters of a search for parts. */
export const LONGEST_SEARCH = 200;

/** The most characters of what people and orders are searched for. */
export const LONGEST_FILTER = 100;
