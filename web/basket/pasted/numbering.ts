/** Numbers at the beginnings of lines that count them: '1 NB-E64', '1.NB-E64', '1)150 x NB-E64'. Pure. */
import { isDozen, isPackageWord, isPiecesWord } from '#contract/matching/count-words.ts';

/** A number that begins a line, before a word. */
const APART = /^ {0,9}(\d{1,5})(?= (\p{L}[^\s]{0,60}))/u;

/** The same with its sign, glued to what it numbers. */
const GLUED = /^ {0,9}\(?(\d{1,3})([.):])(?=[\p{L}\d])/u;

/** What stands behind a point that may part thousands: '1.150 x'. */
const THOUSANDS = /^(\d{3})(?![\d.,])/;

/** So many quantities seldom go on by 1 or by 10. */
const LEAST_DOUBTED = 3;

/**
 * Returns lines with their numbers apart, as '1. NB-E64', where these count all of them. Where all may as well be quantities, as in
 * '1.150 x NB-E64', '2.200 x NB-E32', the shop asks: they become '1 150 x NB-E64', of which it knows both readings.
 */
export function withNumbersApart(lines: readonly string[]): string[] {
  if (isCounting(lines.map(numberApart), true)) return lines.map((line) => line.replace(APART, '$&.'));
  // '501 NB-E64', '502 NB-E32', '503 NB-S8' may be places of a list or, less likely, pieces.
  if (lines.length >= LEAST_DOUBTED && isCounting(lines.map(numberApart)))
    return lines.map((line) => line.replace(APART, '$&?'));
  const glued = lines.map((line) => GLUED.exec(line));
  if (!isCounting(glued.map((one) => Number(one?.[1])))) return [...lines];
  const counts = lines.map((line, n) => {
    const [whole, , sign] = glued[n]!;
    return sign === '.' ? THOUSANDS.exec(line.slice(whole.length))?.[1] : undefined;
  });
  // No list has 0 pieces: then 1.000 is a thousand.
  if (counts.includes('000')) return [...lines];
  const isDoubtful = counts.every((count) => count !== undefined);
  return lines.map((line) => line.replace(GLUED, isDoubtful ? '$1 ' : '$1. '));
}

function numberApart(line: string): number {
  const [, number, word = ''] = APART.exec(line) ?? [];
  const isCounted = /^x$/i.test(word) || isPiecesWord(word) || isPackageWord(word) || isDozen(word);
  return number === undefined || isCounted ? Number.NaN : Number(number);
}

/** Whether numbers are 1, 2, 3 or 10, 20, 30, or go on so from another one. */
function isCounting(numbers: readonly number[], isFromStart = false): boolean {
  const [first, second] = numbers;
  if (first === undefined || second === undefined) return false;
  const step = second - first;
  const isStep = (step === 1 || step === 10) && (!isFromStart || first === step);
  return isStep && numbers.every((number, n) => number === first + step * n);
}
