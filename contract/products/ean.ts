/** Returns whether a text is a GTIN (EAN-8, UPC-A, EAN-13 or GTIN-14) with the right check digit. */
export function isGtin(text: string): boolean {
  if (![8, 12, 13, 14].includes(text.length) || !/^\d+$/.test(text)) return false;
  // From the right, digits count once and three times in turn, the check digit once.
  const sum = [...text].reverse().reduce((sum, digit, at) => sum + Number(digit) * (at % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

/** Returns the spellings of a GTIN that scanners read: a UPC-A is also an EAN-13 that begins with 0. */
export function gtinSpellings(gtin: string): string[] {
  if (gtin.length === 12) return [gtin, `0${gtin}`];
  return gtin.length === 13 && gtin.startsWith('0') ? [gtin, gtin.slice(1)] : [gtin];
}
