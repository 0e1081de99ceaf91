/** What the parts of a category have, by which a description tells one from the others. */
import { isFiller } from '#contract/matching/text.ts';
import type { Product } from '#contract/products/schema.ts';
import { plainLetters, singular } from '../products/words.ts';
import type { Siblings } from './contradicting.ts';
import type { Parts } from './find.ts';
import { JOINING } from './reading/own-words.ts';

/** Parts with a word that are looked at. */
const MOST_LOOKED = 24;

/** Reads the values and words of categories once for all lines of a request. */
export class CategoryFacts {
  readonly #parts: Parts;
  readonly #choices = new Map<string, Map<string, string[]>>();
  readonly #named = new Map<string, boolean>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Returns what the parts of a product's category have. */
  of({ category }: Product): Siblings {
    const { slug } = category ?? {};
    if (slug === undefined) return { choices: () => [], isNamed: () => false };
    return {
      choices: (key) => this.#choicesIn(slug).get(key) ?? [],
      isNamed: (word) => !JOINING.has(word) && !isFiller(word) && this.#isNamed(slug, word),
    };
  }

  #choicesIn(category: string): Map<string, string[]> {
    const known = this.#choices.get(category) ?? this.#readChoices(category);
    this.#choices.set(category, known);
    return known;
  }

  #readChoices(category: string): Map<string, string[]> {
    const { facets } = this.#parts.facets({ category });
    const isText = (value: unknown) => typeof value === 'string';
    return new Map(
      facets.map(({ key, values = [] }) => [key, values.map(({ value }) => value).filter(isText)]),
    );
  }

  #isNamed(slug: string, word: string): boolean {
    const key = `${slug} ${word}`;
    const known = this.#named.get(key);
    if (known !== undefined) return known;
    const { words } = this.#parts;
    const isIn = (name: string) =>
      plainLetters(name)
        .split(/[^\p{L}]+/u)
        .map(singular)
        .includes(word);
    const isNamed =
      words.has(word) &&
      words.having(word, MOST_LOOKED).some(({ category, name }) => category?.slug === slug && isIn(name));
    this.#named.set(key, isNamed);
    return isNamed;
  }
}
