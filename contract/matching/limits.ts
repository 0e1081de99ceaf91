/** Bounds of lines. Without schemas, because browsers load it. */

/** The most characters of a line as a buyer has typed or pasted it. */
export const LONGEST_LINE = 500;

/** The most characters of what a buyer writes at a line: their own part number, and where it stands on boards. */
export const LONGEST_OF_LINE = { customerRef: 64, designators: 1_000 } as const;

/** The most lines that are matched at once, and the most bytes of that request. */
export const MOST_MATCHED = 1_000;
export const MATCH_MAX_BYTES = 512 * 1024;

/** The most characters of what a line that is matched says of its part. */
export const LONGEST_OF_MATCHED = {
  text: LONGEST_LINE,
  sku: 100,
  mpn: 100,
  maker: 100,
  quantityText: 60,
  besides: 200,
} as const;

/** The most cells of a table that are looked up at once, and the most characters of one. */
export const MOST_CELLS = 1_000;
export const LONGEST_CELL = 200;
