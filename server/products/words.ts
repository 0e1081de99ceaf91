import { joiningWords, missingEnds, synonyms, unitNames, units } from '#content/search.ts';
import { withPoints } from './decimal-comma.ts';

/** Words of a query that are read; the rest is ignored. */
const MOST_WORDS = 12;

/** Number of words in the longest phrase with a meaning of its own, such as 'hard disk drive'. */
const LONGEST_PHRASE = 3;

/** Letters in front of a number that are searched as one word with it: 'Cat 6' is 'cat6'. */
const BEFORE_NUMBER = /^[a-z]{2,4}$/;

/** Such letters with their number, which is a word of its own, too: who types 'ddr 5' finds DDR5. */
const WITH_NUMBER = /^[a-z]{2,4}(\d[a-z]?)$/;

/** Shortest beginning of a word that is completed. */
const SHORTEST_BEGUN = 2;

/** How a unit may be written, as `read` leaves it (without the s at its end), and the unit that it means. */
const UNITS = new Map(
  [...units.map((unit) => [unit, unit] as const), ...Object.entries(unitNames)].map(([written, unit]) => [
    singular(written),
    singular(unit),
  ]),
);
const JOINING = new Set(joiningWords.map(singular));

/**
 * Returns the words of a text in normal form: lower case, no accents, plurals without their s, and a number with
 * its unit as one word in every spelling: '2 TB', '2-TB' and '2TB' are '2tb'. One list for each run of characters
 * between spaces and signs, because 'SO-DIMM' is several words and may be searched as one.
 */
function read(text: string): string[][] {
  let plain = plainLetters(text);
  // 7,200 is one number, Gb/s one unit.
  if (plain.includes(',')) plain = plain.replace(/(?<=\d),(?=\d\d\d)/g, '');
  if (plain.includes('/s')) plain = plain.replace(/\/s\b/g, 'ps');
  const runs: string[][] = [];
  // Most of a catalogue is ASCII, and read once at each start.
  for (const run of plain.split(isAscii(plain) ? /[^a-z0-9.-]/ : /[^\p{L}\p{N}.-]/u)) {
    const words: string[] = [];
    for (const part of run.split('-')) {
      const word = withoutDots(part);
      if (word !== '') words.push(singular(word));
    }
    if (words.length > 0) runs.push(words);
  }
  return runs;
}

const isAscii = (text: string) => !/[^ -~]/.test(text);

/** Returns a text in lower case, without accents. */
export function plainLetters(text: string): string {
  return (isAscii(text) ? text : text.normalize('NFKD').replace(/\p{M}/gu, '')).toLowerCase();
}

/** Removes dots at both ends; those inside stay, as in 'M.2' and '2.5'. */
function withoutDots(word: string): string {
  let start = 0;
  let end = word.length;
  while (word[start] === '.') start += 1;
  while (end > start && word[end - 1] === '.') end -= 1;
  return word.slice(start, end);
}

/** Returns a word without the s of its plural. */
export function singular(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

/** Returns whether a number without a unit follows letters, as in 'Cat 6'. The letter of 'Cat 6A' may be one, too. */
const isNumbered = (before: string, word: string) =>
  BEFORE_NUMBER.test(before) &&
  !UNITS.has(before) &&
  /^\d/.test(word) &&
  (!splitUnit(word) || WITH_NUMBER.test(before + word));

const isNumber = (word: string) => /^[\d.]+$/.test(word);

/** '2tb' or '2terabyte' as number and unit, where it is both. */
function splitUnit(word: string): [number: string, unit: string] | undefined {
  const at = word.search(/[^\d.]/);
  if (at <= 0) return undefined;
  const unit = UNITS.get(word.slice(at));
  return unit === undefined ? undefined : [word.slice(0, at), unit];
}

/**
 * Returns all words by which a text is found: each alone, with its unit, joined where a hyphen or a dot splits it, and joined
 * or split where a number follows letters.
 */
export function wordsIn(text: string): Set<string> {
  const all = new Set<string>();
  let before = '';
  for (const run of read(text)) {
    if (isNumbered(before, run[0]!)) all.add(before + run[0]);
    for (const word of run) {
      all.add(word);
      const unit = UNITS.get(word);
      if (unit !== undefined && isNumber(before)) all.add(before + unit);
      const numbered = WITH_NUMBER.exec(word);
      if (numbered) all.add(numbered[1]!);
      const split = splitUnit(word);
      if (split) all.add(split[1]).add(split.join(''));
      if (word.includes('.') && !isNumber(word) && !split) all.add(word.replaceAll('.', ''));
      before = word;
    }
    if (run.length > 1) all.add(run.join(''));
  }
  return all;
}

/**
 * Returns the words that say what a thing is, from the beginning of its name: the last before a number, a code or a joining
 * word. So 'Case Fan 120 mm' is a fan, and 'ATX Mainboard NB-I60' a mainboard.
 */
export function kindIn(text: string): Set<string> {
  let kind: string[] = [];
  for (const run of read(text)) {
    const isPlain = !run.some((word) => /\d/.test(word) || JOINING.has(word));
    if (isPlain) kind = run;
    else if (kind.length > 0) break;
  }
  return new Set(kind.length > 1 ? [...kind, kind.join('')] : kind);
}

/** Returns whether a word that begins with the typed one says that it is missing, as 'fanless' does for 'fan'. */
export function isMissing(typed: string, word: string): boolean {
  return missingEnds.some((end) => word.endsWith(end) && typed.length <= word.length - end.length);
}

/**
 * A term of a query; every term has to match. It is the typed word, phrases that mean the same, and phrases that its
 * beginning may become; any of them matches. A query without terms matches nothing.
 */
export interface Term {
  typed: string[];
  meanings: string[][];
  begun: string[][];
}

/** Returns the terms of a query, each once. */
export function readQuery(q: string): Term[] {
  const words = phrase(withPoints(q)).slice(0, MOST_WORDS);
  const terms: Term[] = [];
  for (let at = 0; at < words.length; ) {
    let term: Term | undefined;
    for (let length = LONGEST_PHRASE; !term; length -= 1) term = termOf(words.slice(at, at + length), length);
    const { typed } = term;
    if (!terms.some((other) => other.typed.join(' ') === typed.join(' '))) terms.push(term);
    at += term.typed.length;
  }
  return terms;
}

/** Returns the term of some words: a phrase with a meaning, or a single word. */
function termOf(typed: string[], length: number): Term | undefined {
  if (typed.length < length) return undefined;
  const written = typed.join('');
  const known = MEANINGS.get(written) ?? [];
  // Parts are found with and without the dot of M.2, so a dot that they do not have is left out, too: 'cat.6'.
  const isDotted = length === 1 && written.includes('.') && !isNumber(written) && !splitUnit(written);
  const meanings = isDotted ? [...known, [written.replaceAll('.', '')]] : known;
  const begun = meanings.length > 0 || written.length < SHORTEST_BEGUN ? [] : begunBy(written);
  return typed.length === 1 || meanings.length > 0 || begun.length > 0
    ? { typed, meanings, begun }
    : undefined;
}

/** Returns the meanings of all phrases with this beginning, each once. */
function begunBy(written: string): string[][] {
  const begun = new Map<string, string[]>();
  for (const [key, meanings] of MEANINGS) {
    if (key.startsWith(written)) for (const meaning of meanings) begun.set(meaning.join(' '), meaning);
  }
  return [...begun.values()];
}

/** Returns the words of a phrase in order, each number joined with its unit. */
function phrase(text: string): string[] {
  const words: string[] = [];
  for (const word of read(text).flat()) {
    const before = words.at(-1);
    const unit = UNITS.get(word);
    if (before !== undefined && unit !== undefined && isNumber(before))
      words[words.length - 1] = before + unit;
    else words.push(splitUnit(word)?.join('') ?? word);
  }
  return words;
}

/** Returns phrases that mean the same as some words in a row; none for words without a meaning of their own. */
export function meaningsOf(words: readonly string[]): readonly string[][] {
  return MEANINGS.get(words.map(singular).join('')) ?? [];
}

/** The words of a phrase with a meaning of its own. */
export const MOST_MEANT = LONGEST_PHRASE;

/** Meanings by the typed phrase, without spaces: 'harddisk' means 'hard disk', and what that means. */
const MEANINGS = new Map<string, string[][]>();
for (const [typed, meanings] of Object.entries(synonyms)) {
  for (const known of [typed, ...meanings]) if (known.includes(' ')) mean(known, known);
  for (const meaning of meanings) mean(typed, meaning);
}

function mean(typed: string, meaning: string): void {
  const words = phrase(meaning);
  for (const written of new Set([typed, typed.replaceAll(' ', '')].map((text) => phrase(text).join('')))) {
    const known = MEANINGS.get(written) ?? [];
    if (!known.some((other) => other.join(' ') === words.join(' '))) MEANINGS.set(written, [...known, words]);
  }
}
