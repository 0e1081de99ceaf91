/** The most characters of what a buyer has typed or pasted for a line. */
export const LONGEST_RAW = 500;

/** The most characters of what a buyer writes at a line: their own part number, and where it stands on boards. */
export const LONGEST_OF_LINE = { customerRef: 64, designators: 1_000 } as const;
