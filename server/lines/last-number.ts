/** A number at the end of a line that may be its quantity, though nothing says so: 'M.2 2TB 600', 'fan 120 mm PWM 5k'. Pure. */
import { readCount } from '#contract/count-text.ts';
import { isPieces } from '#contract/pieces.ts';

/** A text without its last number, and what that may be as a quantity. */
export interface LastNumber {
  text: string;
  /** As it is written. */
  number: string;
  readings: number[];
}

/** Returns the last number of a text, and what stands before it; nothing where it ends otherwise. */
export function lastNumberOf(text: string): LastNumber | undefined {
  const words = text.trim().split(/\s+/);
  const number = words.pop()!;
  const isThousands = /k$/i.test(number);
  const readings = readCount(isThousands ? number.slice(0, -1) : number)
    .map((count) => (isThousands ? count * 1000 : count))
    .filter(isPieces);
  return words.length > 0 && readings.length > 0 ? { text: words.join(' '), number, readings } : undefined;
}
