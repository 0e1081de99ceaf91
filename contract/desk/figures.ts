/** What the figures of a buyer's orders count. Not in the schemas' file, because pages show it and need no schema. */

/** A hold ends soon when it does within so many minutes. */
export const SOON_MINUTES = 120;

/** What was shipped within so many days is on the way. */
export const ON_THE_WAY_DAYS = 30;
