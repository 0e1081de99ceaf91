import { partNumberKey } from './part-number.ts';
import { plainLetters } from './words.ts';

/** A piece of a text, from `start` up to before `end`. */
export interface Mark {
  start: number;
  end: number;
}

/** A word in the middle of another is marked from this length on, as it is found from it on. */
const SHORTEST_WITHIN = 4;

/**
 * Returns which letters of a part number were typed: those that its beginning and its end have in common with what was typed.
 * @param key what was typed; `meant` is the part number's key as far as it matches
 */
export function markNumber(text: string, key: string, meant: string): Mark[] {
  let alike = 0;
  while (alike < meant.length && meant[alike] === key[alike]) alike += 1;
  let after = 0;
  const most = Math.min(meant.length, key.length) - alike;
  while (after < most && meant.at(-1 - after) === key.at(-1 - after)) after += 1;
  const letters = lettersOf(text, partNumberKey);
  const end = meant.length;
  return joined(
    [
      ...letters.slice(0, alike).map(({ mark }) => mark),
      ...letters.slice(end - after, end).map(({ mark }) => mark),
    ],
    text,
  );
}

/** Returns where words stand in a text, without regard to case, accents, spaces and signs: '32gb' is in '32 GB'. */
export function markWords(text: string, words: string[]): Mark[] {
  const letters = lettersOf(text, (letter) => plainLetters(letter).replace(/[^\p{L}\p{N}.]/gu, ''));
  const squeezed = letters.map(({ letter }) => letter).join('');
  const marks: Mark[] = [];
  for (const word of words) {
    const at = find(letters, squeezed, word);
    if (at >= 0) marks.push(...letters.slice(at, at + word.length).map(({ mark }) => mark));
  }
  return joined(
    marks.sort((a, b) => a.start - b.start),
    text,
  );
}

interface Letter {
  letter: string;
  mark: Mark;
  /** Follows something that is left out, such as a space, or nothing. */
  begins: boolean;
}

/** Returns what is left of each letter of a text, one character each, and where it stands. */
function lettersOf(text: string, normal: (letter: string) => string): Letter[] {
  const letters: Letter[] = [];
  let start = 0;
  let begins = true;
  for (const one of text) {
    const mark = { start, end: start + one.length };
    const left = normal(one);
    for (const letter of left.split('')) {
      letters.push({ letter, mark, begins });
      begins = false;
    }
    if (left === '') begins = true;
    start = mark.end;
  }
  return letters;
}

/** Returns the first place where a word begins one of the text's words; otherwise, when it is long, where it stands at all. */
function find(letters: Letter[], squeezed: string, word: string): number {
  for (let at = squeezed.indexOf(word); at >= 0; at = squeezed.indexOf(word, at + 1))
    if (letters[at]!.begins) return at;
  return word.length >= SHORTEST_WITHIN ? squeezed.indexOf(word) : -1;
}

/** Joins marks that touch, or between which there are only spaces and signs. */
function joined(marks: Mark[], text: string): Mark[] {
  const all: Mark[] = [];
  for (const { start, end } of marks) {
    const last = all.at(-1);
    if (last && (start <= last.end || partNumberKey(text.slice(last.end, start)) === ''))
      last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}
