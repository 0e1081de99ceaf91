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
