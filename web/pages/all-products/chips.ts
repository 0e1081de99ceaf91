import { formatPrice } from '#contract/kernel/money.ts';
import { attributeText } from '#contract/products/facts-words.ts';
import type { Range } from '#contract/products/narrowing.ts';
import { facetText, readYesNo } from '#contract/products/narrowing.ts';
import type { Facets } from '#contract/products/product-lists.ts';
import { type GridState, withFacet, withoutFacets } from './grid-address.ts';

/** One condition of the grid, and the state without it. */
export interface Chip {
  /** The attribute that is narrowed; undefined for the search words. */
  name?: string;
  value: string;
  without: GridState;
}

type Facet = Facets['facets'][number];

/** Returns what narrows the grid, besides its category. Names and units come from the facets; until they are there, keys stand in. */
export function chipsOf(state: GridState, facets: Facets | undefined): Chip[] {
  const { q = '', makers, price, inStock } = state;
  const understood = facets?.understood ?? [];
  const words = understood.reduce((rest, { text }) => withoutText(rest, text), q);
  const chips: Chip[] = [];
  // The words may stand between what was understood.
  const others = understood.map(({ text }) => text).join(' ');
  if (words) chips.push({ value: `“${words}”`, without: { ...state, q: others } });
  for (const { text, name, value } of understood)
    chips.push({ name, value, without: { ...state, q: withoutText(q, text) } });
  for (const maker of makers)
    chips.push({
      name: 'Maker',
      value: maker,
      without: { ...state, makers: makers.filter((other) => other !== maker) },
    });
  if (inStock) chips.push({ value: 'In stock now', without: { ...state, inStock: false } });
  if (price) {
    const { price: _, ...without } = state;
    chips.push({ name: 'Price', value: rangeText(price, formatPrice), without });
  }
  for (const [key, condition] of Object.entries(state.facets)) {
    const facet = facets?.facets.find((one) => one.key === key);
    const name = facet?.name ?? key;
    if (!('values' in condition)) {
      const value = rangeText(condition, (value) => attributeText({ value, unit: facet?.unit }));
      chips.push({ name, value, without: withFacet(state, key, undefined) });
    } else
      for (const value of condition.values) {
        const others = condition.values.filter((other) => other !== value);
        const without = withFacet(state, key, others.length > 0 ? { values: others } : undefined);
        chips.push({ name, value: valueText(facet, value), without });
      }
  }
  return chips;
}

/** Returns a state without any of its chips. */
export function withoutChips(state: GridState): GridState {
  return withoutFacets({ ...state, q: '' });
}

/** Returns a text without the first place of a part of it, in any case of letters, and without the spaces that were around it. */
export function withoutText(text: string, part: string): string {
  const at = text.toLowerCase().indexOf(part.toLowerCase());
  if (at < 0) return text;
  return `${text.slice(0, at).trimEnd()} ${text.slice(at + part.length).trimStart()}`.trim();
}

/** A value of the address as the facets show it. */
export function valueText(facet: Facet | undefined, text: string): string {
  const known = facet?.values?.find(({ value }) => facetText(value) === text);
  if (known) return attributeText({ value: known.value, unit: facet?.unit });
  if (facet?.kind === 'yesno') return readYesNo(text) ? 'Yes' : 'No';
  return facet?.unit ? `${text}\u00a0${facet.unit}` : text;
}

function rangeText({ min, max }: Range, format: (end: number) => string): string {
  if (min === undefined) return `up to ${format(max!)}`;
  if (max === undefined) return `from ${format(min)}`;
  return min === max ? format(min) : `${format(min)} to ${format(max)}`;
}
