/** Parts that a row without a part of its SKU may mean all the same. */
import { gtinSpellings } from '#contract/products/ean.ts';
import type { Catalogue } from '../products/catalogue.ts';
import { partNumberKey } from '../products/part-number.ts';
import type { Draft } from './draft.ts';

/** Parts with one number that are looked at. */
const MOST = 10;

/** Returns the SKU of a part whose SKU or maker's number is that of the row, signs aside, or which has its EAN. */
export function findAlike(
  { numbers }: Pick<Catalogue, 'numbers'>,
  { sku = '', fields: { ean } }: Pick<Draft, 'sku' | 'fields'>,
): string | undefined {
  const key = partNumberKey(sku);
  const isCalled = (number: string | undefined) => number !== undefined && partNumberKey(number) === key;
  const called = numbers.exactly(key, MOST).find((part) => isCalled(part.sku) || isCalled(part.mpn));
  const found =
    called ??
    (ean ? gtinSpellings(ean) : [])
      .flatMap((one) => numbers.exactly(one, MOST))
      .find((part) => part.ean !== undefined && gtinSpellings(part.ean).includes(ean!));
  return found?.sku;
}

/** The numbers of the parts that the rows of a file add: another row with one of them may mean the same part. */
export class AddedNumbers {
  readonly #skus = new Map<string, string>();

  /** Returns the SKU of a part that an earlier row adds, with the number or the EAN of this row. */
  find({ sku = '', fields: { ean } }: Pick<Draft, 'sku' | 'fields'>): string | undefined {
    const found = keysOf([sku], ean).flatMap((key) => this.#skus.get(key) ?? []);
    // The same SKU twice is told as that.
    return found.find((other) => other.toUpperCase() !== sku.toUpperCase());
  }

  add({ sku = '', fields: { mpn, ean } }: Pick<Draft, 'sku' | 'fields'>): void {
    for (const key of keysOf([sku, mpn ?? ''], ean)) if (!this.#skus.has(key)) this.#skus.set(key, sku);
  }
}

const keysOf = (numbers: readonly string[], ean: string | null | undefined): string[] => [
  ...numbers.map(partNumberKey).flatMap((key) => (key === '' ? [] : [`number ${key}`])),
  ...(ean ? gtinSpellings(ean) : []).map((gtin) => `ean ${gtin}`),
];
