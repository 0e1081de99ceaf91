/** Returns an amount of dollars as it stands in a field: `parseDollars` reads it again. */
export const amountText = (dollars: number): string =>
  Number.isInteger(dollars) ? String(dollars) : dollars.toFixed(2);
