/** The words that are a part's own: its name, details, maker and attributes. Pure. */

import { joiningWords } from '#content/search.ts';
import { wordsIn } from '#contract/matching/atoms.ts';
import type { Product } from '#contract/products/schema.ts';
import { meaningsOf, wordsIn as searchedWords, singular } from '../../products/words.ts';
import { readOnce } from './read-once.ts';

/** Words behind which a name says what the part is for. */
export const JOINING = new Set(joiningWords);

/** Whether a word is a number, alone or with a sign of multiplication: '100', '100x', 'x100'. */
export const isNumeric = (word: string) => /^(?:x?[\d.]+|[\d.]+x)$/.test(word);

/** A digit of another script. */
const OTHER_DIGIT = /(?![0-9])\p{Nd}/u;

/** How a word of a line belongs to a part. `literal`: it stands so in the name; `weak`: as a measure in the name, without its unit. */
export type Owned = 'literal' | 'own' | 'weak' | undefined;

/** Reads the part's texts when it is first asked: most lines say nothing besides a number. */
export class OwnWords {
  readonly #product: Product;
  #read: Read | undefined;

  constructor(product: Product) {
    this.#product = product;
  }

  get #known(): Read {
    this.#read ??= knownOf(this.#product);
    return this.#read;
  }

  /** Returns how a word is owned, by what stands beside it in the line. */
  owns(word: string, before: string | undefined, after: string | undefined): Owned {
    const own = plain(word);
    // Most lines have a number that is their quantity: of its part no more is read.
    if (isNumeric(own) && !this.#mayHave(own)) return undefined;
    const isBeside =
      (before !== undefined && this.#known.pairs.has(`${plain(before)} ${own}`)) ||
      (after !== undefined && this.#known.pairs.has(`${own} ${plain(after)}`));
    if (isBeside) return 'literal';
    if (/^[\d.]+$/.test(own)) return this.#known.measured.has(own) ? 'weak' : undefined;
    return own.length > 1 && this.#known.words.has(own) ? 'own' : undefined;
  }

  /** Whether a text of the part may have a number: the last three digits of it, as signs may part those before. */
  #mayHave(number: string): boolean {
    const { name, shortDetails, maker = '', category, attributes } = this.#product;
    const digits =
      number
        .split(/\D/)
        .findLast((run) => run !== '')
        ?.slice(-3) ?? '';
    const isIn = (text: string) => text.includes(digits) || OTHER_DIGIT.test(text);
    return (
      [name, shortDetails, maker, category?.name ?? ''].some(isIn) ||
      attributes.some(({ name, value }) => isIn(name) || isIn(String(value)))
    );
  }

  /** Returns whether all words of a phrase are its own. */
  hasAll(words: readonly string[]): boolean {
    return words.every((word) => this.#known.words.has(word));
  }

  /**
   * Returns whether the words that end a phrase say what the part is: by its name, category, maker or a choice of its attributes, or by others
   * for those. What its details alone have is a thing that belongs to it, such as the fan of a power supply.
   */
  isKind(phrase: readonly string[]): boolean {
    const { called } = this.#known;
    if (called.has(plain(phrase.at(-1)!))) return true;
    return phrase.some((_, from) =>
      meaningsOf(phrase.slice(from)).some((meaning) => meaning.every((word) => called.has(word))),
    );
  }

  /** Returns whether a word stands in the name. */
  isNamed(word: string): boolean {
    return this.#known.name.includes(plain(word));
  }

  /** Returns whether some words have all of the name, joining words aside. */
  isWhollyIn(words: ReadonlySet<string>): boolean {
    return this.#known.name.every((word) => words.has(word) || JOINING.has(word));
  }
}

/** Returns a word in the singular. One with digits has none: the S of 12TS is another part's. */
export const plain = (word: string) => (/\d/.test(word) ? word : singular(word));

/** The words of a part. */
interface Read {
  words: Set<string>;
  /** Those of them that say what the part is, not only what it has. */
  called: Set<string>;
  name: readonly string[];
  /** Pairs of words that follow each other in the name. */
  pairs: Set<string>;
  /** Numbers of the name's measures. */
  measured: Set<string>;
}

const knownOf = readOnce(readOwn);

function readOwn({ name, shortDetails, maker = '', attributes, category }: Product): Read {
  const named = wordsIn(name);
  const texts = named.map(({ text }) => plain(text));
  const numbers = named.flatMap(({ kind, text }) => (kind === 'measure' ? (/^[\d.]+/.exec(text) ?? []) : []));
  // What a part does not have is not its own: 'ECC: no'.
  const said = attributes.flatMap(({ name, value, unit = '' }) =>
    value === false ? [] : [value === true ? name : `${name} ${value} ${unit}`],
  );
  const chosen = attributes.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  const called = wordsOf([name, maker, category?.name ?? '', ...chosen]);
  const words = new Set([...called, ...wordsOf([shortDetails, ...said])]);
  const pairs = new Set(texts.map((word, n) => `${word} ${texts[n + 1] ?? ''}`));
  return { words, called, name: texts, pairs, measured: new Set(numbers) };
}

function wordsOf(texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts) {
    for (const word of wordsIn(text)) words.add(plain(word.text));
    for (const word of searchedWords(text)) words.add(word);
  }
  return words;
}
