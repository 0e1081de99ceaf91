import { unprintable } from '#contract/printable.ts';

/** Most characters that are named. */
const MOST = 5;

/** Returns the note of a field whose text no document shows whole; undefined where they do. Orders keep it as it was typed. */
export function cannotPrint(text: string | undefined): string | undefined {
  const missing = unprintable(text ?? '');
  if (missing.length === 0) return undefined;
  const others = missing.length > MOST ? ` and ${missing.length - MOST} more` : '';
  return `The invoice cannot print: ${missing.slice(0, MOST).join(' ')}${others}`;
}
