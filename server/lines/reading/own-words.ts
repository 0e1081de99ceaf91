/** The words that are a part's own: its name, details, maker and attributes. Pure. */

import { joiningWords } from '#content/search.ts';
import { wordsIn } from '#contract/line-atoms.ts';
import type { Product } from '#contract/products.ts';
import { wordsIn as searchedWords, singular } from '../../products/words.ts';

const JOINING = new Set(joiningWords);

/** How a word of a line belongs to a part. `literal`: it stands so in the name; `weak`: as a measure in the name, without its unit. */
export type Owned = 'literal' | 'own' | 'weak' | undefined;

export class OwnWords {
  readonly #words = new Set<string>();
  readonly #name: readonly string[];
  /** Pairs of words that follow each other in the name. */
  readonly #pairs = new Set<string>();
  /** Numbers of the name's measures. */
  readonly #measured = new Set<string>();

  constructor({ name, shortDetails, maker = '', attributes, category }: Product) {
    const named = wordsIn(name);
    this.#name = named.map(({ text }) => plain(text));
    for (const [n, word] of this.#name.entries()) {
      this.#pairs.add(`${word} ${this.#name[n + 1] ?? ''}`);
      if (named[n]!.kind === 'measure') this.#measured.add(/^[\d.]+/.exec(word)![0]);
    }
    // What a part does not have is not its own: 'ECC: no'.
    const said = attributes.flatMap(({ name, value, unit = '' }) =>
      value === false ? [] : [value === true ? name : `${name} ${value} ${unit}`],
    );
    const texts = [name, shortDetails, maker, category?.name ?? '', ...said];
    for (const text of texts) {
      for (const word of wordsIn(text)) this.#words.add(plain(word.text));
      for (const word of searchedWords(text)) this.#words.add(word);
    }
  }

  /** Returns how a word is owned, by what stands beside it in the line. */
  owns(word: string, before: string | undefined, after: string | undefined): Owned {
    const own = plain(word);
    const isBeside =
      (before !== undefined && this.#pairs.has(`${plain(before)} ${own}`)) ||
      (after !== undefined && this.#pairs.has(`${own} ${plain(after)}`));
    if (isBeside) return 'literal';
    const isNumber = /^[\d.]+$/.test(own);
    if (isNumber) return this.#measured.has(own) ? 'weak' : undefined;
    return own.length > 1 && this.#words.has(own) ? 'own' : undefined;
  }

  /** Returns whether all words of a phrase are its own. */
  hasAll(words: readonly string[]): boolean {
    return words.every((word) => this.#words.has(word));
  }

  /** Returns whether a word stands in the name. */
  isNamed(word: string): boolean {
    return this.#name.includes(plain(word));
  }

  /** Returns whether some words have all of the name, joining words aside. */
  isWhollyIn(words: ReadonlySet<string>): boolean {
    return this.#name.every((word) => words.has(word) || JOINING.has(word));
  }
}

/** Returns a word in the singular. One with digits has none: the S of 12TS is another part's. */
export const plain = (word: string) => (/\d/.test(word) ? word : singular(word));
