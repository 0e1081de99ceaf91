/** Returns what two spellings of a part number have in common: its letters and digits, in capitals. */
export function partNumberKey(text: string): string {
  const capitals = text.toUpperCase();
  // Most part numbers are ASCII, for which the other way takes ten times as long.
  if (!/[^ -~]/.test(capitals)) return capitals.replace(/[^A-Z0-9]/g, '');
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
