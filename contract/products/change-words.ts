/** What has changed of a product, in words. */

import type { AttachmentInput } from '../files/schema.ts';
import { formatCount, formatPrice } from '../kernel/money.ts';
import type { PriceBreak } from '../kernel/price.ts';
import { orCode, wordsOf } from '../kernel/words-of.ts';
import type { FieldChange } from '../log/schema.ts';
import type { SubstituteInput } from './substitutes.ts';

const FIELDS: Record<FieldChange['field'], string> = {
  name: 'name',
  image: 'picture',
  shortDetails: 'details',
  minOrder: 'minimum',
  available: 'available',
  price: 'price',
  multiple: 'multiple',
  priceBreaks: 'price breaks',
  sku: 'SKU',
  maker: 'maker',
  mpn: "maker's number",
  ean: 'EAN',
  reorderPoint: 'reorder point',
  bin: 'bin',
  category: 'category',
  attributes: 'attributes',
  package: 'package',
  leadDays: 'lead time',
  lifecycle: 'lifecycle',
  weightGrams: 'weight',
  moreImages: 'more pictures',
  attachments: 'files',
  substitutes: 'substitutes',
};

/** Returns a change of a field in words: 'price $12.00 → $13.00'. */
export function changeInWords({ field, from, to }: FieldChange): string {
  const inWords = wordsOf<(value: unknown) => string>(IN_WORDS, field) ?? toText;
  return `${orCode(FIELDS, field)} ${inWords(from)} → ${inWords(to)}`;
}

/** The fields whose values are no plain text, number or list of them. */
const IN_WORDS: { [F in FieldChange['field']]?: (value: unknown) => string } = {
  price: (value) => formatPrice(Number(value)),
  priceBreaks: listOf(({ from, price }: PriceBreak) => `${formatPrice(price)} from ${formatCount(from)}`),
  attachments: listOf(({ name }: AttachmentInput) => name),
  substitutes: listOf(({ sku, kind }: SubstituteInput) => `${sku} (${kind})`),
};

/** '$3.70 from 1,000, $3.50 from 5,000'. A value that was cut is a text. */
function listOf<T>(toWords: (one: T) => string): (value: unknown) => string {
  return (value) => (Array.isArray(value) ? value.map(toWords).join(', ') || 'none' : String(value));
}

/** A text, a number, a list of them, or values by their names: 'cores 8, socket LGA'. */
function toText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value !== 'object') return String(value);
  const parts = Array.isArray(value)
    ? value.map(String)
    : Object.entries(value).map((pair) => pair.join(' '));
  return parts.join(', ') || 'none';
}
