/** The parts that a line means, from the catalogue in memory. */
import { type Line, type Match, MOST_CANDIDATES } from '#contract/matching/schema.ts';
import { shortage } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { isRespelled, partNumberKey, withUnitAsSign } from '../products/part-number.ts';

/** What parts are found in. */
export type Parts = Pick<Catalogue, 'findPart' | 'get' | 'find' | 'facets' | 'numbers' | 'words' | 'size'> & {
  /** Returns the id of the part of which a key is the buyer's own number. Only of buyers that have such numbers. */
  idOfOwn?(key: string): string | undefined;
  /** Returns the buyer's own number of a part, as they spell it. */
  numberOf?(id: string): string | undefined;
};

/** What was found, the best first. `exact` and `likely` are about the first. */
export interface Found {
  match: Match['match'];
  products: Product[];
}

/** What the columns of a line say of its part. */
export type Named = Pick<Line, 'sku' | 'mpn' | 'maker'>;

const NOTHING: Found = { match: 'none', products: [] };

/** Products with one part number that are looked at: makers may use the same. */
const MOST_ALIKE = 50;

/** One more than is shown tells that there are more. */
const MOST = MOST_CANDIDATES + 1;

/** The shortest part number whose beginning is completed, and the longest that is corrected. */
const SHORTEST_BEGINNING = 4;
const LONGEST_NEAR = 64;

/** The beginning of a text that is searched by words, in words and characters: each costs a look at attributes and parts. */
const MOST_SEARCHED = 12;
const LONGEST_SEARCH = 100;

/**
 * Returns the parts that have a line's numbers, signs and case of letters aside: exact for one, likely where its maker is another one or the
 * maker's number is not known, several for more.
 */
export function findByNumber(parts: Parts, { sku = '', mpn = '', maker = '' }: Named): Found {
  const bySku = ofSku(parts, sku);
  const byMpn = ofMaker(withNumber(parts, mpn), maker);
  const both = bySku.filter(({ _id }) => byMpn.some((other) => other._id === _id));
  // Numbers of different parts contradict each other.
  const found = both.length > 0 ? both : [...bySku, ...byMpn];
  if (found.length === 0) return NOTHING;
  const isOther = maker.trim() !== '' && found.every((product) => !isMadeBy(product, maker));
  const isUnknown = byMpn.length === 0 && partNumberKey(mpn) !== '';
  const isChanged = [sku, mpn].some((number) => isRespelled(number, found[0]!));
  if (found.length === 1)
    return { match: isOther || isUnknown || isChanged ? 'likely' : 'exact', products: found };
  return { match: 'several', products: spelledFirst(found, [sku, mpn]) };
}

/** Returns products with those first whose number is spelled as one of these. */
export function spelledFirst(found: readonly Product[], texts: readonly string[]): Product[] {
  const spelled = new Set(texts.map(spelling));
  const isSpelled = ({ sku, mpn }: Product) =>
    [sku, mpn ?? sku].some((number) => spelled.has(spelling(number)));
  return [...found.filter(isSpelled), ...found.filter((one) => !isSpelled(one))];
}

/** Returns the parts whose number begins with one of some texts, or else has one letter other than it. */
export function findNear(parts: Parts, numbers: readonly string[]): Found {
  for (const number of numbers) {
    const near = nearNumber(parts, partNumberKey(number.slice(0, LONGEST_NEAR)));
    if (near.length > 0) return toFound(near);
  }
  return NOTHING;
}

/** Returns the parts that have the words of a text, those first that can be bought; the search corrects a number of several words, too. */
export function findByWords(parts: Parts, text: string): Found {
  const q = text.slice(0, LONGEST_SEARCH).split(/\s+/).slice(0, MOST_SEARCHED).join(' ');
  return toFound(/[\p{L}\p{N}]/u.test(q) ? [...parts.find({ q, limit: MOST }).products].sort(byStock) : []);
}

const toFound = (products: Product[]): Found =>
  products.length === 0 ? NOTHING : { match: products.length === 1 ? 'likely' : 'several', products };

/** Compares parts that are equally likely: one that can be bought now comes first. */
export const byStock = (a: Product, b: Product): number => Number(isShort(a)) - Number(isShort(b));

const isShort = (product: Product) => shortage(product) !== undefined;

/** A SKU is unique as it is spelled. */
function ofSku(parts: Parts, sku: string): Product[] {
  const part = sku.trim() === '' ? undefined : parts.findPart(sku.trim());
  return part ? [part] : withNumber(parts, sku);
}

function withNumber({ numbers }: Parts, text: string): Product[] {
  const keys = new Set([withUnitAsSign(text), text].map(partNumberKey).filter((key) => key !== ''));
  return [...keys].flatMap((key) => numbers.exactly(key, MOST_ALIKE).sort(byStock));
}

const spelling = (text: string) => text.trim().toUpperCase();

const isMadeBy = (product: Product, maker: string) =>
  partNumberKey(product.maker ?? '') === partNumberKey(maker);

/** Returns those of a maker; all where none is, unless they have to be. */
export function ofMaker(products: Product[], maker: string, mustBe = false): Product[] {
  const made = maker.trim() === '' ? products : products.filter((product) => isMadeBy(product, maker));
  return made.length > 0 || mustBe ? made : products;
}

/** Returns the parts whose number begins with a key, or else has one letter other than it. */
function nearNumber({ numbers }: Parts, key: string): Product[] {
  if (key.length < SHORTEST_BEGINNING || !/\d/.test(key)) return [];
  const begun = numbers.beginning(key, MOST).sort(byStock);
  if (begun.length > 0) return begun;
  const misspelt = numbers.misspelt(key, MOST);
  const whole = misspelt.filter(({ entry, key: meant }) =>
    [entry.sku, entry.mpn, entry.ean].some(
      (number) => number !== undefined && partNumberKey(number) === meant,
    ),
  );
  const meant = (whole.length > 0 ? whole : misspelt).map(({ entry }) => entry);
  return [...new Map(meant.map((product) => [product._id, product])).values()].sort(byStock);
}
