/** Amounts of dollars as people type them: `1,250.5`. */

/** Returns the amount that was typed: NaN for what is none, which the schemas refuse. */
export const toAmount = (text: string): number =>
  text.trim() === '' ? Number.NaN : Number(text.replaceAll(',', ''));

/** Returns an amount as it stands in a field. */
export const amountText = (dollars: number): string =>
  Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2);
