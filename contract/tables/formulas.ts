import { isBlank } from '../kernel/blank.ts';

/** What separates cells: a program that splits at semicolons or tabs makes several of one, whatever quotes it is in. */
const IS_SEPARATOR = /[,;\t\r\n]/;
/** What may stand before a formula: what shows nothing, letters without a meaning, quotes. */
const isSkipped = (letter: string) => isBlank(letter) || /[\p{C}"]/u.test(letter);
/** What begins a formula, in the wide letters of East Asia, too. */
const BEGINS_FORMULA = /[=+\-@＝＋－＠]/;
const MARK = "'";

/**
 * Text with an apostrophe before all that a spreadsheet would compute, at the beginning and after whatever separates cells. Where
 * the text has apostrophes there already it gets one more, so that `undoFormulaMarks` finds back to it.
 */
export function markFormulas(text: string): string {
  if (!BEGINS_FORMULA.test(text)) return text;
  return atStarts(text, (rest) => (beginsFormula(rest) ? MARK : ''));
}

/** Returns the text that `markFormulas` has made another of. */
export function undoFormulaMarks(text: string): string {
  if (!text.includes(MARK)) return text;
  return atStarts(text, (rest) => (rest.startsWith(MARK) && beginsFormula(rest) ? undefined : ''));
}

/** Puts something before each place where a cell may begin; undefined takes the letter there away. */
function atStarts(text: string, put: (rest: string) => string | undefined): string {
  let made = '';
  let atStart = true;
  let place = 0;
  for (const letter of text) {
    const added = atStart && (letter === MARK || BEGINS_FORMULA.test(letter)) ? put(text.slice(place)) : '';
    made += added === undefined ? '' : added + letter;
    atStart = IS_SEPARATOR.test(letter) || (atStart && isSkipped(letter));
    place += letter.length;
  }
  return made;
}

/** Whether a formula begins here, behind apostrophes perhaps. */
function beginsFormula(rest: string): boolean {
  let place = 0;
  while (rest[place] === MARK) place += 1;
  return BEGINS_FORMULA.test(rest[place] ?? '');
}
