import { isMissing, kindIn, type Term, wordsIn } from './words.ts';

/** A searchable entry: a name, whose part before the first comma says what it is, details, maker and part numbers. */
export interface Worded {
  name: string;
  details: string;
  maker: string;
  /** Also without their signs. */
  numbers: string[];
}

/**
 * Places of a word: in the details, in the name, in the name's first part, or as what the thing is. Maker and part
 * numbers count as in the name.
 */
const DETAILS = 0;
const NAME = 1;
const HEAD = 2;
const KIND = 3;

/** Scores of a match, by its kind and by the place of the word. The best first. */
const WHOLE = [5, 13, 14, 17];
/**
 * A whole word that means what was typed. In the beginning of a name it is worth more than what was typed itself, so that
 * 'server memory' finds memory before what has memory, and 'psu' a power supply before its cable.
 */
const SYNONYM = [4, 10, 15, 16];
/** The beginning of a word, or of a synonym. */
const BEGINNING = [3, 7, 8, 9];
/** Within a word, for longer queries only: short ones match too much. */
const WITHIN = [2, 6, 6, 6];
const SHORTEST_WITHIN = 4;
/** A word that says that the typed thing is missing, as 'fanless' for 'fan'. */
const MISSING = [1, 1, 1, 1];

type Scores<E> = Map<E, number>;

/** Finds entries by words, best first: maps each word to its entries and places. */
export class WordIndex<E extends Worded> {
  readonly #entries = new Map<string, Map<E, number>>();

  put(entry: E): void {
    for (const [word, place] of placesOf(entry)) {
      let holders = this.#entries.get(word);
      if (!holders) {
        holders = new Map();
        this.#entries.set(word, holders);
      }
      holders.set(entry, place);
    }
  }

  /** Removes an entry. Its words must be the same as when it was added. */
  remove(entry: E): void {
    for (const word of placesOf(entry).keys()) {
      const holders = this.#entries.get(word);
      holders?.delete(entry);
      if (holders?.size === 0) this.#entries.delete(word);
    }
  }

  /** Returns the entries that contain every term, each with its score. */
  find(terms: Term[]): Scores<E> {
    return allOf(
      terms.map(({ typed, meanings, begun }) => {
        const phrase = (words: string[], worth: number[]) =>
          allOf(
            words.map((word) => this.#exactly(word, worth)),
            Math.min,
          );
        return bestOf([
          allOf(
            typed.map((word) => this.#like(word)),
            Math.min,
          ),
          ...meanings.map((words) => phrase(words, SYNONYM)),
          ...begun.map((words) => phrase(words, BEGINNING)),
        ]);
      }),
      (a, b) => a + b,
    );
  }

  #exactly(word: string, worth: number[]): Scores<E> {
    const scores: Scores<E> = new Map();
    for (const [entry, place] of this.#entries.get(word) ?? []) scores.set(entry, worth[place]!);
    return scores;
  }

  /** Returns entries with a word that equals, begins with or contains the typed one. */
  #like(word: string): Scores<E> {
    const scores = this.#exactly(word, WHOLE);
    for (const [known, holders] of this.#entries) {
      if (known.length <= word.length) continue;
      const worth = worthOf(word, known);
      if (worth) for (const [entry, place] of holders) raise(scores, entry, worth[place]!);
    }
    return scores;
  }
}

/** Returns the scores, by place, of a known word that contains the typed one. */
function worthOf(typed: string, known: string): number[] | undefined {
  if (known.startsWith(typed)) return isMissing(typed, known) ? MISSING : BEGINNING;
  return typed.length >= SHORTEST_WITHIN && known.includes(typed) ? WITHIN : undefined;
}

function placesOf({ name, details, maker, numbers }: Worded): Map<string, number> {
  const places = new Map<string, number>();
  const comma = name.indexOf(',');
  for (const word of wordsIn(details)) places.set(word, DETAILS);
  for (const text of [maker, ...numbers]) for (const word of wordsIn(text)) places.set(word, NAME);
  for (const word of wordsIn(name)) places.set(word, NAME);
  const head = comma < 0 ? name : name.slice(0, comma);
  for (const word of wordsIn(head)) places.set(word, HEAD);
  for (const word of kindIn(head)) places.set(word, KIND);
  return places;
}

/** Intersects scores; `join` combines those of an entry. */
function allOf<E>(parts: Scores<E>[], join: (a: number, b: number) => number): Scores<E> {
  const [first = new Map<E, number>(), ...rest] = parts;
  let found: Scores<E> = first;
  for (const part of rest) {
    const both: Scores<E> = new Map();
    for (const [entry, worth] of found) {
      const other = part.get(entry);
      if (other !== undefined) both.set(entry, join(worth, other));
    }
    found = both;
  }
  return found;
}

/** Unites scores; an entry keeps its highest. */
function bestOf<E>(parts: Scores<E>[]): Scores<E> {
  const [first = new Map<E, number>(), ...rest] = parts;
  for (const part of rest) for (const [entry, worth] of part) raise(first, entry, worth);
  return first;
}

function raise<E>(scores: Scores<E>, entry: E, worth: number): void {
  if ((scores.get(entry) ?? 0) < worth) scores.set(entry, worth);
}
