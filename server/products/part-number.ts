/** Returns what two spellings of a part number have in common: its letters and digits, in capitals. */
export function partNumberKey(text: string): string {
  return text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
