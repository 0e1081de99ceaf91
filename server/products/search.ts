import type { Category } from '#contract/categories/schema.ts';
import { readLine, withoutCount } from '#contract/matching/text.ts';
import { gtinSpellings } from '#contract/products/ean.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Instead } from '#contract/products/suggestions.ts';
import { NumberIndex } from './number-index.ts';
import { partNumberKey } from './part-number.ts';
import type { ProductStore } from './product-store.ts';
import { type Condition, type NumberAttribute, understand } from './understand.ts';
import { metIn, numberAttributes, yesNoAttributes } from './understood.ts';
import { type Scores, type Worded, WordIndex } from './word-index.ts';
import { readQuery } from './words.ts';
import type { YesNoAttribute } from './yes-no.ts';

/** What words and numbers of a query have found: a score for each slot, 0 where nothing matches. */
export interface Searched {
  scores: Scores;
  understood: Condition[];
  /** What was found instead of what was asked for; empty where parts have that. */
  instead: Instead;
}

/** The score of a product whose part number is the whole query: above any of words. */
const WHOLE_NUMBER = 10_000;

/** Products that are found by a misspelt part number. */
const MOST_MISSPELT = 100;

/** The shortest beginning of a part number by which a word of a query finds it. */
const SHORTEST_NUMBER = 3;

/** The most words of a query that are tried one by one. */
const MOST_TRIED = 10;

/** The most words of a query that are corrected. */
const MOST_CORRECTED = 3;

/** The words of a query that have a letter or a digit. */
const wordsOf = (q: string) => q.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

/** Finds products by words, by part numbers, and by numbers with units. */
export class Search {
  readonly #store: ProductStore;
  readonly words = new WordIndex();
  readonly numbers = new NumberIndex<number>();
  #categories: readonly Category[] = [];
  #attributes: { numbers: NumberAttribute[]; yesNos: YesNoAttribute[] } = { numbers: [], yesNos: [] };

  constructor(store: ProductStore) {
    this.#store = store;
  }

  /** Those that products are searched by their attributes of. */
  get categories(): readonly Category[] {
    return this.#categories;
  }

  set categories(categories: readonly Category[]) {
    this.#categories = categories;
    this.#attributes = {
      numbers: numberAttributes(this.#store, categories),
      yesNos: yesNoAttributes(this.#store, categories),
    };
  }

  /** Adds a product, or replaces what it was before. */
  put(slot: number, product: Product, before: Product | undefined): void {
    if (!before || !isWordedAlike(before, product))
      this.words.put(slot, toWorded(product), before && toWorded(before));
    this.#renumber(slot, before ? keysOf(before) : [], keysOf(product));
  }

  remove(slot: number, before: Product): void {
    this.words.remove(slot, toWorded(before));
    this.#renumber(slot, keysOf(before), []);
  }

  /** Does what the first search would do otherwise. */
  settle(): void {
    this.words.settle();
    this.numbers.settle();
  }

  /**
   * Finds by words and understood numbers, or a whole part number. Where no part has what was asked for: what has a part number
   * with one letter different, or else the words with one letter different, or else what is beside a number of pieces, or those of the
   * words that parts have, or all but one.
   */
  find(q: string): Searched {
    const found = this.#literally(q);
    if (isAny(found.scores)) return found;
    const { scores } = found;
    for (const [place, { entry }] of this.numbers.misspelt(partNumberKey(q), MOST_MISSPELT).entries())
      scores[entry] = MOST_MISSPELT - place;
    if (isAny(scores)) return { scores, understood: [], instead: { nearest: true } };
    const corrected = this.#correct(q);
    const other = corrected === q ? found : this.#literally(corrected);
    if (isAny(other.scores)) return { ...other, instead: { corrected } };
    return (
      this.#withoutPieces(q) ??
      this.#withoutUnknown(corrected, corrected !== q) ??
      this.#withoutOne(corrected, corrected !== q) ??
      found
    );
  }

  /** Finds by what stands beside a number of pieces: "hard disk 20tb x 200", "150 NB-E64". */
  #withoutPieces(q: string): Searched | undefined {
    const line = readLine(q);
    const { atoms } = line;
    const atEdge = line.counts.filter(
      ({ packages, from, to }) => packages === undefined && (from === 0 || to === atoms.length),
    );
    const pieces = atEdge.find(({ bond }) => bond !== 'none') ?? atEdge[0];
    if (!pieces) return undefined;
    const other = this.#literally(withoutCount(line, pieces));
    const written = atoms
      .slice(pieces.from, pieces.to)
      .map(({ gap, text }, n) => (n > 0 && gap !== 'none' ? ` ${text}` : text));
    return isAny(other.scores) ? { ...other, instead: { leftOut: [written.join('')] } } : undefined;
  }

  /** Finds without one word, where parts have each word but none has all, and only without that one any part has the others. */
  #withoutOne(q: string, isCorrected: boolean): Searched | undefined {
    const words = wordsOf(q);
    if (words.length < 3 || words.length > MOST_TRIED) return undefined;
    const ways = words.flatMap((word, n) => {
      const left = words.filter((_, place) => place !== n).join(' ');
      const other = this.#literally(left);
      // A number with its unit alone says nothing of what is meant.
      const named = other.understood.reduce((text, { text: number }) => text.replace(number, ''), left);
      return isAny(other.scores) && /\p{L}{3}/u.test(named) ? [{ word, left, other }] : [];
    });
    if (ways.length !== 1) return undefined;
    const [{ word, left, other }] = ways as [(typeof ways)[0]];
    return { ...other, instead: { leftOut: [word], beside: true, ...(isCorrected && { corrected: left }) } };
  }

  /**
   * Finds by the words that parts have. Undefined where parts have each word, where fewer words are left than are left out, and where
   * none that is left has three letters and there is no number with its unit: what would be found has little to do with what was asked for.
   */
  #withoutUnknown(q: string, isCorrected: boolean): Searched | undefined {
    const words = wordsOf(q);
    if (words.length < 2 || words.length > MOST_TRIED) return undefined;
    const { words: unmeasured } = understand(q, this.#attributes.numbers, this.#attributes.yesNos);
    const leftOut = wordsOf(unmeasured).filter((word) => !isAny(this.#literally(word).scores));
    const left = words.filter((word) => !leftOut.includes(word));
    if (leftOut.length === 0 || left.length < leftOut.length) return undefined;
    const searched = left.join(' ');
    const other = this.#literally(searched);
    const isNamed = other.understood.length > 0 || left.some((word) => /\p{L}{3}/u.test(word));
    if (!isNamed || !isAny(other.scores)) return undefined;
    return { ...other, instead: { leftOut, ...(isCorrected && { corrected: searched }) } };
  }

  #literally(q: string): Searched {
    const found = this.#understood(q) ?? { scores: this.#worded(q), understood: [] };
    for (const slot of this.numbers.exactly(partNumberKey(q))) found.scores[slot] = WHOLE_NUMBER;
    return { ...found, instead: {} };
  }

  /** Returns a query with one letter of words that no part has corrected. */
  #correct(q: string): string {
    let left = MOST_CORRECTED;
    return q.replace(/\S+/g, (written) => {
      const [term, ...others] = readQuery(written);
      const isWord = term?.typed.length === 1 && others.length === 0;
      if (!isWord || term.meanings.length > 0 || term.begun.length > 0 || left === 0) return written;
      left -= 1;
      return this.words.nearest(term.typed[0]!) ?? written;
    });
  }

  /** Finds by words and numbers. When no product satisfies the numbers, they are words, too: returns undefined. */
  #understood(q: string): Pick<Searched, 'scores' | 'understood'> | undefined {
    const { words, conditions } = understand(q, this.#attributes.numbers, this.#attributes.yesNos);
    if (conditions.length === 0) return undefined;
    const worded = words === '' ? undefined : this.#worded(words);
    // What has the words is looked at alone: nothing, where nothing has them.
    if (worded && !isAny(worded)) return undefined;
    const asked = conditions.map((condition) => ({
      condition,
      named: condition.isPoint ? this.#worded(condition.text) : undefined,
    }));
    // Above 0: it is found.
    const scores = worded ?? new Uint16Array(this.#store.end).fill(1);
    let isFound = false;
    for (const [slug, table] of this.#store.tables) {
      const { slots, size } = table;
      for (const { condition, named } of asked) {
        const met = metIn(this.#store, slug, table, condition, scores);
        // Parts that nothing is said of are told by their words: a processor that takes ECC memory.
        const isUnsaid = condition.yesNo?.attributes.every(({ category }) => category !== slug);
        for (let row = 0; row < size; row += 1) {
          const slot = slots[row]!;
          if (scores[slot] === 0) continue;
          // A number that is in the name, too, counts as its words do.
          const more = named?.[slot] ?? 0;
          scores[slot] =
            met[row] === 1 || (more > 0 && (isUnsaid || table.isEmpty(row))) ? scores[slot]! + more : 0;
        }
      }
      for (let row = 0; row < size && !isFound; row += 1) isFound = scores[slots[row]!]! > 0;
    }
    return isFound ? { scores, understood: conditions } : undefined;
  }

  #worded(q: string): Scores {
    const { end } = this.#store;
    return this.words.find(readQuery(q), end, (term, give) => {
      const begun = partNumberKey(term);
      if (begun.length < SHORTEST_NUMBER) return;
      for (const slot of this.numbers.beginning(begun, end)) give(slot, false);
      for (const slot of this.numbers.exactly(begun)) give(slot, true);
    });
  }

  /** Most changes of a product leave its part numbers alone. */
  #renumber(slot: number, before: string[], after: string[]): void {
    if (before.join() === after.join()) return;
    for (const key of before) this.numbers.remove(key, slot);
    for (const key of after) this.numbers.put(key, slot);
  }
}

/** Returns whether any slot has a score. A loop of its own: a function that is called for each slot takes five times as long. */
export function isAny(scores: Scores): boolean {
  for (let slot = 0; slot < scores.length; slot += 1) if (scores[slot]! > 0) return true;
  return false;
}

const numbersOf = ({ sku, mpn }: Product) => (mpn === undefined || mpn === sku ? [sku] : [sku, mpn]);

function keysOf({ sku, mpn, ean }: Product): string[] {
  const key = partNumberKey(sku);
  const other = mpn === undefined || mpn === sku ? key : partNumberKey(mpn);
  const keys = other === key ? [key] : [key, other];
  return ean === undefined ? keys : [...new Set([...keys, ...gtinSpellings(ean)])];
}

function toWorded(product: Product): Worded {
  const { name, shortDetails, maker = '' } = product;
  return { name, details: shortDetails, maker, numbers: numbersOf(product) };
}

function isWordedAlike(a: Product, b: Product): boolean {
  return (['name', 'shortDetails', 'maker', 'sku', 'mpn'] as const).every((field) => a[field] === b[field]);
}
