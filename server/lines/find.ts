/** The parts that a line means, from the catalogue in memory. */
import { type Line, type Match, MOST_CANDIDATES } from '#contract/lines.ts';
import type { Product } from '#contract/products.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { partNumberKey } from '../products/part-number.ts';

/** What parts are found in. */
export type Parts = Pick<Catalogue, 'findPart' | 'get' | 'find' | 'numbers' | 'size'>;

/** What was found, the best first. `exact` and `likely` are about the first. */
export interface Found {
  match: Match['match'];
  products: Product[];
}

/** What a line says of its part. */
type Named = Pick<Line, 'sku' | 'mpn' | 'maker'> & { text: string };

export const NOTHING: Found = { match: 'none', products: [] };

/** Products with one part number that are looked at: makers may use the same. */
const MOST_ALIKE = 50;

/** One more than is shown tells that there are more. */
const MOST = MOST_CANDIDATES + 1;

/** The shortest part number that is looked for in a text, and the shortest whose beginning is completed. */
const SHORTEST_IN_TEXT = 5;
const SHORTEST_BEGINNING = 4;

/** Words of a text that are looked at as part numbers. */
const MOST_WORDS = 8;

/** The beginning of a text that is searched by words, in words and characters: each costs a look at attributes and parts. */
const MOST_SEARCHED = 12;
const LONGEST_SEARCH = 100;

/** Returns the parts that have a line's numbers, signs and case of letters aside: exact for one, several for more. */
export function findByNumber(parts: Parts, { sku = '', mpn = '', maker = '', text }: Named): Found {
  const bySku = ofSku(parts, sku);
  const byMpn = ofMaker(withNumber(parts, mpn), maker);
  const both = bySku.filter(({ _id }) => byMpn.some((other) => other._id === _id));
  // Numbers of different parts contradict each other.
  const named = both.length > 0 ? both : [...bySku, ...byMpn];
  const found = named.length > 0 ? named : ofMaker(withNumber(parts, text), maker);
  if (found.length === 0) return NOTHING;
  const isOther = maker.trim() !== '' && found.every((product) => !isMadeBy(product, maker));
  if (found.length === 1)
    return { match: isOther && bySku.length === 0 ? 'likely' : 'exact', products: found };
  const spelled = new Set([sku, mpn, text].map(spelling));
  const isSpelled = ({ sku, mpn }: Product) =>
    [sku, mpn ?? sku].some((number) => spelled.has(spelling(number)));
  return {
    match: 'several',
    products: [...found.filter(isSpelled), ...found.filter((one) => !isSpelled(one))],
  };
}

/** Returns the parts that a line may mean: by a part number in its text, by one that is cut short or misspelt, by its words. */
export function findLikely(parts: Parts, { sku = '', mpn = '', text }: Named): Found {
  const inText = findInText(parts, text);
  if (inText.products.length > 0) return inText;
  for (const number of [sku, mpn, ...(/\s/.test(text) ? [] : [text])]) {
    const near = nearNumber(parts, partNumberKey(number));
    if (near.length > 0) return toFound(near);
  }
  const q = text.slice(0, LONGEST_SEARCH).split(/\s+/).slice(0, MOST_SEARCHED).join(' ');
  // The search corrects a number of several words, too.
  return toFound(/[\p{L}\p{N}]/u.test(q) ? parts.find({ q, limit: MOST }).products : []);
}

const toFound = (products: Product[]): Found =>
  products.length === 0 ? NOTHING : { match: products.length === 1 ? 'likely' : 'several', products };

/** A SKU is unique as it is spelled. */
function ofSku(parts: Parts, sku: string): Product[] {
  const part = sku.trim() === '' ? undefined : parts.findPart(sku.trim());
  return part ? [part] : withNumber(parts, sku);
}

function withNumber({ numbers }: Parts, text: string): Product[] {
  const key = partNumberKey(text);
  return key === '' ? [] : numbers.exactly(key, MOST_ALIKE);
}

const spelling = (text: string) => text.trim().toUpperCase();

const isMadeBy = (product: Product, maker: string) =>
  partNumberKey(product.maker ?? '') === partNumberKey(maker);

/** Returns those of a maker; all where none is. */
function ofMaker(products: Product[], maker: string): Product[] {
  const made = maker.trim() === '' ? [] : products.filter((product) => isMadeBy(product, maker));
  return made.length > 0 ? made : products;
}

/** Finds a whole part number among the words of a text. It is exact where the other words are the part's own. */
function findInText(parts: Parts, text: string): Found {
  const words = text.split(/\s+/);
  if (words.length < 2) return NOTHING;
  const found = new Map<string, { product: Product; word: string }>();
  for (const word of words.slice(0, MOST_WORDS)) {
    if (!/\d/.test(word) || partNumberKey(word).length < SHORTEST_IN_TEXT) continue;
    for (const product of withNumber(parts, word)) found.set(product._id, { product, word });
  }
  const products = [...found.values()].map(({ product }) => product);
  if (products.length !== 1) return toFound(products);
  const [{ product, word }] = [...found.values()] as [{ product: Product; word: string }];
  const others = words.filter((other) => other !== word);
  return { match: isDescribed(product, others) ? 'exact' : 'likely', products };
}

/** Whether words are a part's own. */
export function isDescribed(
  { name, shortDetails, maker = '', sku, mpn = '', ean = '' }: Product,
  words: string[],
): boolean {
  const known = partNumberKey([name, shortDetails, maker, sku, mpn, ean].join(' '));
  return words.every((word) => known.includes(partNumberKey(word)));
}

/** Returns the parts whose number begins with a key, or else has one letter other than it. */
function nearNumber({ numbers }: Parts, key: string): Product[] {
  if (key.length < SHORTEST_BEGINNING || !/\d/.test(key)) return [];
  const begun = numbers.beginning(key, MOST);
  if (begun.length > 0) return begun;
  const misspelt = numbers.misspelt(key, MOST);
  const whole = misspelt.filter(({ entry, key: meant }) =>
    [entry.sku, entry.mpn, entry.ean].some(
      (number) => number !== undefined && partNumberKey(number) === meant,
    ),
  );
  const meant = (whole.length > 0 ? whole : misspelt).map(({ entry }) => entry);
  return [...new Map(meant.map((product) => [product._id, product])).values()];
}
