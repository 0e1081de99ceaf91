import type { Line, Match } from '#contract/matching/schema.ts';
import type { Product } from '#contract/products/schema.ts';
import type { CompanyNumbers } from '../products/own-numbers.ts';
import { partNumberKey } from '../products/part-number.ts';
import type { Parts } from './find.ts';

/**
 * Returns parts that are found by a company's own numbers, too. Such a number wins over equal ones of other parts; where its part
 * is not on sale any more it finds nothing.
 */
export function withOwnNumbers(parts: Parts, own: CompanyNumbers | undefined): Parts {
  if (!own) return parts;
  const { keys } = own;
  const { numbers } = parts;
  const idOfOwn = (key: string): string | undefined => keys.exactly(key)[0];
  const onSale = (ids: readonly string[]) => ids.flatMap((id) => parts.get(id) ?? []);
  return {
    size: parts.size,
    words: parts.words,
    get: (id) => parts.get(id),
    find: (query) => parts.find(query),
    facets: (narrowing) => parts.facets(narrowing),
    idOfOwn,
    numberOf: (id) => own.numbers.get(id),
    findPart(sku) {
      const id = idOfOwn(partNumberKey(sku));
      return id === undefined ? parts.findPart(sku) : parts.get(id);
    },
    numbers: {
      ...numbers,
      exactly(key, most) {
        const ids = keys.exactly(key);
        return ids.length > 0 ? onSale(ids) : numbers.exactly(key, most);
      },
      beginning(key, most) {
        const found = [...onSale(keys.beginning(key, most)), ...numbers.beginning(key, most)];
        return onceEach(found).slice(0, most);
      },
      within(text, lengths, most) {
        const mine = keys.within(text, lengths, 1);
        const found = numbers.within(text, lengths, most);
        if (mine.length === 0) return found;
        const isMine = new Set(mine.map(({ length }) => length));
        return [
          ...mine.map(({ length, entries }) => ({ length, products: onSale(entries) })),
          ...found.filter(({ length }) => !isMine.has(length)),
        ]
          .filter(({ products }) => products.length > 0)
          .sort((a, b) => a.length - b.length);
      },
    },
  };
}

/** Returns a line with the buyer's own number in the place of a SKU, where its column alone names the part. */
export function byOwnColumn({ idOfOwn }: Parts, line: Line): Line {
  const { productId, sku = '', customerRef = '' } = line;
  if (!idOfOwn || productId !== undefined || sku.trim() !== '') return line;
  return idOfOwn(partNumberKey(customerRef)) === undefined ? line : { ...line, sku: customerRef };
}

/** Returns the match of a line with the buyer's own number of its part, which says of a part that was found by it that it was. */
export function sayOwn({ idOfOwn, numberOf }: Parts, { productId, sku, mpn }: Line, match: Match): Match {
  const { product, how, answers = [] } = match;
  const ownNumber = product && numberOf?.(product._id);
  if (!idOfOwn || !product || ownNumber === undefined) return match;
  const named = { ...match, product: { ...product, ownNumber } };
  if (productId !== undefined) return named;
  const texts = [sku, mpn, how?.part, ...answers.map((answer) => answer.how?.part)];
  const isOwn = texts.some((text) => text !== undefined && idOfOwn(partNumberKey(text)) === product._id);
  return isOwn ? { ...named, by: 'own number' } : named;
}

const onceEach = (products: readonly Product[]) => [
  ...new Map(products.map((product) => [product._id, product])).values(),
];
