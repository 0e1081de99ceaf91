/** The facts of a part in words, as its page, comparisons and the product form tell them. */

import { countOf, formatCount } from '../kernel/money.ts';
import { minimumQuantity } from './minimum.ts';
import type { AttributeValue, Lifecycle } from './product-facts.ts';
import type { Product } from './schema.ts';

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 20 });

/** Returns the value of an attribute with its unit. A line does not break between them. */
export function attributeText({ value, unit }: { value: AttributeValue; unit?: string | undefined }): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = typeof value === 'number' ? numberFormat.format(value) : value;
  return unit ? `${text}\u00a0${unit}` : text;
}

export function weightText(grams: number): string {
  return grams >= 1000
    ? attributeText({ value: grams / 1000, unit: 'kg' })
    : attributeText({ value: grams, unit: 'g' });
}

/** Returns when a part ships; undefined without a lead time, or when the stock does not cover an order. */
export function shipsIn(product: Product): string | undefined {
  const { leadDays: days, available } = product;
  if (days === undefined || available < minimumQuantity(product)) return undefined;
  if (days === 0) return 'Ships today';
  return `Ships in ${countOf(days, 'day')}`;
}

export function packageText({ name, pieces }: NonNullable<Product['package']>): string {
  return pieces === 1 ? `${name} of 1 pc` : `${name} of ${formatCount(pieces)} pcs`;
}

export const LIFECYCLE_WORDS: Record<Lifecycle, string> = {
  active: 'Active',
  last_buy: 'Last buy',
  obsolete: 'Obsolete',
};

/** The states of a lifecycle with what each of them means. */
export const LIFECYCLE_MEANINGS: Record<Lifecycle, string> = {
  active: LIFECYCLE_WORDS.active,
  last_buy: `${LIFECYCLE_WORDS.last_buy}: no longer made, sold until it is gone`,
  obsolete: `${LIFECYCLE_WORDS.obsolete}: no longer made`,
};
