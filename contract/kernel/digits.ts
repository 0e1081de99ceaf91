/** Digits of other scripts, and letters and signs of other widths, in one spelling. */

/** The zeros of scripts whose digits people type: Arabic, Persian, Devanagari, Bengali, Thai and others. */
const ZEROS = [
  ...[0x0660, 0x06f0, 0x07c0, 0x0966, 0x09e6, 0x0a66, 0x0ae6, 0x0b66, 0x0be6, 0x0c66, 0x0ce6, 0x0d66],
  ...[0x0e50, 0x0ed0, 0x0f20, 0x1040],
];

/** Signs between Arabic digits: of thousands and of decimals. */
const ARABIC_SIGNS: Record<string, string> = { '\u066c': '’', '\u066b': '.' };

/**
 * Returns a text with ASCII digits, and with full-width letters and signs and all hyphens as the usual ones. Other letters stay, and so do
 * raised and circled digits and fractions: '200¹' with a footnote is no 2001.
 */
export function plainDigits(text: string): string {
  if (!/[^ -~]/.test(text)) return text;
  return text
    .replace(/[\u2010-\u2012\u2015\u2212]/g, '-')
    .replace(/\P{No}+/gu, (run) => run.normalize('NFKC'))
    .replace(/\p{Nd}/gu, digitOf)
    .replace(/[\u066b\u066c]/g, (sign) => ARABIC_SIGNS[sign]!);
}

function digitOf(digit: string): string {
  const code = digit.codePointAt(0)!;
  const zero = ZEROS.find((one) => code >= one && code < one + 10);
  return zero === undefined ? digit : String(code - zero);
}
