import type { ProductListQuery } from '#contract/products/product-lists.ts';
import type { Product } from '#contract/products/schema.ts';
import {
  type Instead,
  type Matched,
  MOST_SUGGESTED_CATEGORIES,
  MOST_SUGGESTIONS,
  type Suggestions,
} from '#contract/products/suggestions.ts';
import { markNumber, markWords } from './marks.ts';
import type { NumberIndex } from './number-index.ts';
import type { CompanyNumbers } from './own-numbers.ts';
import { partNumberKey } from './part-number.ts';
import { plainLetters, readQuery, type Term, wordsIn } from './words.ts';

/** What parts are suggested from. */
export interface Searched {
  numbers: Pick<NumberIndex<Product>, 'exactly' | 'beginning' | 'misspelt'>;
  find(query: ProductListQuery): { ids: string[] };
  insteadOf(q: string): Instead;
  get(id: string): Product | undefined;
}

type Category = Suggestions['categories'][number];

/** Returns parts and categories for what has been typed so far, the best first. */
export function suggest(
  q: string,
  searched: Searched,
  categories: Category[],
  own?: CompanyNumbers,
): Suggestions {
  const terms = readQuery(q);
  const named = terms.length === 0 ? [] : categories.filter(({ name }) => isNamed(name, terms));
  named.sort((a, b) => b.count - a.count);
  const shown = named.slice(0, MOST_SUGGESTED_CATEGORIES);
  const parts = suggestParts(q, terms, { searched, own }, MOST_SUGGESTIONS - shown.length);
  return { parts, categories: shown, ...(parts.length > 0 && searched.insteadOf(q)) };
}

function suggestParts(
  q: string,
  terms: Term[],
  { searched, own }: { searched: Searched; own: CompanyNumbers | undefined },
  most: number,
) {
  const parts = new Map<string, Suggestions['parts'][number]>();
  const add = (product: Product, matched: Matched) => {
    const { _id, sku, name } = product;
    if (parts.size < most && !parts.has(_id)) parts.set(_id, { _id, sku, name, matched });
  };
  const { numbers } = searched;
  const key = partNumberKey(q);
  if (key !== '') {
    // A whole number of the company's own is meant alone, whatever else is numbered so.
    const isOwn = own !== undefined && own.keys.exactly(key).length > 0;
    const ofShop = (product: Product) => {
      const matched = ofNumber(product, key, key);
      return isOwn ? { ...matched, exact: false } : matched;
    };
    for (const id of own?.keys.beginning(key, 2 * most) ?? []) {
      const product = searched.get(id);
      if (product) add(product, ofOwn(own!.numbers.get(id)!, key));
    }
    for (const product of numbers.exactly(key)) add(product, ofShop(product));
    for (const product of numbers.beginning(key, 2 * most)) add(product, ofShop(product));
    if (parts.size === 0)
      for (const { entry, key: meant } of numbers.misspelt(key, 2 * most))
        add(entry, ofNumber(entry, key, meant));
  }
  if (parts.size < most && terms.length > 0) {
    const { corrected } = searched.insteadOf(q);
    const shown = corrected === undefined ? terms : readQuery(corrected);
    const words = shown.flatMap(({ typed }) => typed);
    const found = searched.find({ q, limit: most }).ids.map((id) => searched.get(id)!);
    for (const product of found) add(product, { ...asName(product), marks: markWords(product.name, words) });
  }
  return [...parts.values()];
}

/** Which of a product's numbers begins with what was meant, and where. */
function ofNumber(product: Product, key: string, meant: string): Matched {
  for (const field of ['sku', 'mpn', 'ean'] as const) {
    const text = product[field];
    if (text === undefined) continue;
    const whole = partNumberKey(text);
    if (whole.startsWith(meant) && (whole === key || !isWhole(product, key)))
      return { field, text, marks: markNumber(text, key, meant), exact: whole === key };
  }
  return asName(product);
}

const ofOwn = (text: string, key: string): Matched => ({
  field: 'own',
  text,
  marks: markNumber(text, key, key),
  exact: partNumberKey(text) === key,
});

const isWhole = ({ sku, mpn, ean }: Product, key: string) =>
  [sku, mpn, ean].some((text) => text !== undefined && partNumberKey(text) === key);

const asName = ({ name }: Product): Matched => ({ field: 'name', text: name, marks: [], exact: false });

/** Returns whether a category's name, as it is or by what buyers call it, has every term, the last as far as it is typed. */
function isNamed(name: string, terms: Term[]): boolean {
  const known = [...wordsIn(name), ...plainLetters(name).split(' ')];
  const has = (word: string) => known.some((one) => one.startsWith(word));
  return terms.every(({ typed, meanings, begun }) =>
    [typed, ...meanings, ...begun].some((words) => words.every(has)),
  );
}
