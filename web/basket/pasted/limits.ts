/** The most bytes of a pasted text or of a file, and of what a workbook unpacks to. */
export const PASTED_MAX_BYTES = 25 * 1024 * 1024;
export const UNPACKED_MAX_BYTES = 100 * 1024 * 1024;
/** The most rows and columns of a table. */
export const MOST_ROWS = 50_000;
export const MOST_COLUMNS = 300;
