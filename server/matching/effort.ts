/** How much a request may search: counted, not timed, so that the same lines always get the same answer. */
import type { Parts } from './find.ts';

/**
 * What the lines of a request may cost together. So many units take about two tenths of a second of a processor, however many parts
 * there are: 420 lines of twelve words among hundreds of parts, 170 among 20,000, 50 among 100,000.
 */
const MOST = 6_000;

/** Units of a look for a misspelt part number or word, and of a search by words besides one for each word. */
const MISSPELT = 2;
const SEARCH = 2;
/** Units of a look for the parts that have some words whole. */
const WORDS = 1;

/** Words of a line that are looked at for its readings: so many cost nothing, and so many more a unit. Of more than the most, a line is asked about. */
const FREE_LOOKS = 500;
const LOOKS = 50;
const MOST_LOOKS = 20_000;

/** A search among so many parts costs twice what one among few does. */
const PARTS = 13_000;

/** Counts what is searched for. */
export class Effort {
  readonly #factor: number;
  #left: number;

  /** @param size how many parts there are */
  constructor(size: number, most = MOST) {
    this.#factor = 1 + size / PARTS;
    this.#left = most;
  }

  /** Whether nothing more is to be searched for. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** Returns parts whose searches are counted. Looks for a whole part number cost next to nothing. */
  counting(parts: Parts): Parts {
    return {
      size: parts.size,
      get: (id) => parts.get(id),
      findPart: (sku) => parts.findPart(sku),
      facets: (narrowing) => parts.facets(narrowing),
      find: (query) => {
        this.#spend(SEARCH + (query.q ?? '').split(/\s+/).length);
        return parts.find(query);
      },
      words: {
        has: parts.words.has,
        isLike: (word) => {
          this.#spend(MISSPELT);
          return parts.words.isLike(word);
        },
        having: (text, most) => {
          this.#spend(WORDS);
          return parts.words.having(text, most);
        },
      },
      numbers: {
        ...parts.numbers,
        misspelt: (key, most) => {
          this.#spend(MISSPELT);
          return parts.numbers.misspelt(key, most);
        },
      },
    };
  }

  /** Counts words that are to be looked at for the readings of a line. Returns whether they may be. */
  look(looks: number): boolean {
    if (looks <= FREE_LOOKS) return true;
    if (looks > MOST_LOOKS || this.isSpent) return false;
    // However many parts there are.
    this.#left -= (looks - FREE_LOOKS) / LOOKS;
    return true;
  }

  #spend(units: number): void {
    this.#left -= units * this.#factor;
  }
}
