import { unprintable } from '#contract/kernel/printable.ts';

/** Most characters that are named. */
const MOST = 5;

/** Returns the note of a field whose text has characters that PDFs cannot show, otherwise undefined. Orders keep the text as typed. */
export function cannotPrint(text: string | undefined): string | undefined {
  const missing = unprintable(text ?? '');
  if (missing.length === 0) return undefined;
  const others = missing.length > MOST ? ` and ${missing.length - MOST} more` : '';
  return `The invoice cannot print: ${missing.slice(0, MOST).join(' ')}${others}`;
}
