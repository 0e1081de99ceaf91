import { synonyms, units } from '#content/search.ts';

/** Words of a query that count; what follows them is not looked at. */
const MOST_WORDS = 12;

/** As `read` leaves them: without the s at their end. */
const UNITS = new Set(units.map(singular));

/**
 * The words of a text as they are compared: in lower case, without accents, plurals without their s, and a number with
 * its unit as one word, however it was written: '2 TB', '2-TB' and '2TB' are '2tb'. A list for each run of characters
 * between spaces and signs, as 'SO-DIMM' is several words and may be looked for as one.
 */
function read(text: string): string[][] {
  const plain = withoutAccents(text)
    .toLowerCase()
    // 7,200 is one number, Gb/s one unit.
    .replace(/(?<=\d),(?=\d\d\d)/g, '')
    .replace(/\/s\b/g, 'ps');
  return plain
    .split(/[^\p{L}\p{N}.-]/u)
    .map((run) => run.split('-').map(withoutDots).filter(Boolean).map(singular))
    .filter((words) => words.length > 0);
}

function withoutAccents(text: string): string {
  // Most of a catalogue is ASCII.
  return /[^ -~]/.test(text) ? text.normalize('NFKD').replace(/\p{M}/gu, '') : text;
}

/** Without the dots at both ends: those within stay, as in 'M.2' and '2.5'. */
function withoutDots(word: string): string {
  let start = 0;
  let end = word.length;
  while (word[start] === '.') start += 1;
  while (end > start && word[end - 1] === '.') end -= 1;
  return word.slice(start, end);
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}

const isNumber = (word: string) => /^[\d.]+$/.test(word);

/** '2tb' as number and unit, where it is both. */
function splitUnit(word: string): [number: string, unit: string] | undefined {
  const at = word.search(/[^\d.]/);
  if (at <= 0) return undefined;
  const unit = word.slice(at);
  return UNITS.has(unit) ? [word.slice(0, at), unit] : undefined;
}

/** All words by which a text is found: each by itself, with its unit, and joined where a hyphen or a dot parts it. */
export function wordsIn(text: string): Set<string> {
  const all = new Set<string>();
  let before = '';
  for (const run of read(text)) {
    for (const word of run) {
      all.add(word);
      if (UNITS.has(word) && isNumber(before)) all.add(before + word);
      const split = splitUnit(word);
      if (split) all.add(split[1]);
      if (word.includes('.') && !isNumber(word) && !split) all.add(word.replaceAll('.', ''));
      before = word;
    }
    if (run.length > 1) all.add(run.join(''));
  }
  return all;
}

/**
 * What a query asks for: every term has to be found. A term is the word that was typed, and phrases that mean the same,
 * any of which will do. Without terms nothing that was typed can be found.
 */
export interface Term {
  typed: string[];
  meanings: string[][];
}

/** The terms of a query. */
export function readQuery(q: string): Term[] {
  const words = phrase(q).slice(0, MOST_WORDS);
  const terms: Term[] = [];
  for (let at = 0; at < words.length; ) {
    const length = [3, 2, 1].find((count) => MEANINGS.has(words.slice(at, at + count).join(' '))) ?? 1;
    const typed = words.slice(at, at + length);
    terms.push({ typed, meanings: MEANINGS.get(typed.join(' ')) ?? [] });
    at += length;
  }
  return terms;
}

/** The words of a phrase in their order, each number joined with its unit. */
function phrase(text: string): string[] {
  const words: string[] = [];
  for (const word of read(text).flat()) {
    const before = words.at(-1);
    if (before !== undefined && isNumber(before) && UNITS.has(word)) words[words.length - 1] = before + word;
    else words.push(word);
  }
  return words;
}

const MEANINGS = new Map(
  Object.entries(synonyms).map(([typed, meanings]) => [phrase(typed).join(' '), meanings.map(phrase)]),
);
