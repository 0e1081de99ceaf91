import { formatCount, formatPrice } from '#contract/kernel/money.ts';
import {
  attributeText,
  LIFECYCLE_WORDS,
  packageText,
  shipsIn,
  weightText,
} from '#contract/products/facts-words.ts';
import { minimumQuantity, priceAtMinimum } from '#contract/products/minimum.ts';
import type { Product } from '#contract/products/schema.ts';

/** A fact of the compared parts. */
export interface Row {
  key: string;
  name: string;
  /** One text for each part, in lines; undefined where nothing is known. */
  values: (string | undefined)[];
}

/** Returns what is known of the parts: what differs first, and what they have in common. */
export function compareParts(parts: readonly Product[]): { different: Row[]; same: Row[] } {
  const rows = [...priceRows(parts), ...attributeRows(parts), ...otherRows(parts)].filter(({ values }) =>
    values.some((value) => value !== undefined),
  );
  return { different: rows.filter((row) => !isSame(row)), same: rows.filter(isSame) };
}

/** Returns the attributes in which parts differ, their maker, package and weight included. */
export function compareAttributes(parts: readonly Product[]): Row[] {
  const rows = [...attributeRows(parts), ...otherRows(parts)];
  return rows.filter((row) => !isSame(row) && !['/mpn', '/ean'].includes(row.key));
}

const isSame = ({ values }: Row) => values.every((value) => value === values[0]);

function rowOf(
  parts: readonly Product[],
  key: string,
  name: string,
  toText: (part: Product) => string | undefined,
): Row {
  return { key, name, values: parts.map(toText) };
}

const pieces = (count: number) => `${formatCount(count)} pcs`;

function priceRows(parts: readonly Product[]): Row[] {
  return [
    rowOf(parts, '/price', 'Unit price at the minimum', (part) => formatPrice(priceAtMinimum(part))),
    rowOf(
      parts,
      '/breaks',
      'Price breaks',
      ({ priceBreaks }) =>
        priceBreaks.map(({ from, price }) => `${pieces(from)}: ${formatPrice(price)}`).join('\n') ||
        undefined,
    ),
    rowOf(parts, '/stock', 'In stock', ({ available }) => pieces(available)),
    rowOf(parts, '/lead', 'Lead time', shipsIn),
    rowOf(parts, '/minimum', 'Minimum order', (part) => pieces(minimumQuantity(part))),
    rowOf(parts, '/multiple', 'Multiple', ({ multiple }) => (multiple > 1 ? pieces(multiple) : undefined)),
  ];
}

/** The attributes of all parts, in the order in which the first part that has one shows it. */
function attributeRows(parts: readonly Product[]): Row[] {
  const rows = new Map<string, Row>();
  parts.forEach(({ attributes }, column) => {
    for (const attribute of attributes) {
      // Two categories may have attributes of one key and another name.
      const key = `${attribute.key} ${attribute.name}`;
      const row = rows.get(key) ?? { key, name: attribute.name, values: parts.map(() => undefined) };
      row.values[column] = attributeText(attribute);
      rows.set(key, row);
    }
  });
  return [...rows.values()];
}

function otherRows(parts: readonly Product[]): Row[] {
  return [
    rowOf(parts, '/category', 'Category', ({ category }) => category?.name),
    rowOf(parts, '/maker', 'Maker', ({ maker }) => maker),
    rowOf(parts, '/mpn', 'MPN', ({ mpn }) => mpn),
    rowOf(parts, '/ean', 'EAN', ({ ean }) => ean),
    rowOf(parts, '/package', 'Package', (part) => part.package && packageText(part.package)),
    rowOf(parts, '/weight', 'Weight', ({ weightGrams }) =>
      weightGrams === undefined ? undefined : weightText(weightGrams),
    ),
    rowOf(parts, '/lifecycle', 'Lifecycle', ({ lifecycle }) => LIFECYCLE_WORDS[lifecycle]),
  ];
}
