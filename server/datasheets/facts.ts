import { minimumQuantity } from '#contract/minimum.ts';
import { countOf } from '#contract/money.ts';
import type { Product } from '#contract/products.ts';
import { attributeText, LIFECYCLE_MEANINGS, weightText } from '#contract/words/facts.ts';

/** The facts of a part that its datasheet tells. No price, stock or lead time: those change, and the file does not. */
export type SheetFacts = Pick<
  Product,
  'name' | 'shortDetails' | 'sku' | 'maker' | 'mpn' | 'category' | 'attributes' | 'lifecycle'
> &
  Pick<Product, 'weightGrams' | 'package' | 'minOrder' | 'multiple'>;

/** A table of a datasheet: its rows are names with values. */
export interface Group {
  title: string;
  rows: [name: string, value: string][];
}

/** Texts are searched in a PDF, where a space is to be a plain one. */
const SPACE = ' ';

/** Returns the tables of a part's datasheet. What is not known of it is left out. */
export function groupsOf(facts: SheetFacts): Group[] {
  const { category, attributes, lifecycle, weightGrams, minOrder, multiple, package: packed } = facts;
  const groups: Group[] = [
    {
      title: 'Specifications',
      rows: attributes.map(({ name, value, unit }) => [name, attributeText({ value, unit }, SPACE)]),
    },
    {
      title: 'Physical',
      rows: weightGrams === undefined ? [] : [['Weight', weightText(weightGrams, SPACE)]],
    },
    {
      title: 'Ordering information',
      rows: [
        ['Order by SKU', facts.sku],
        ...known('Maker’s number', facts.mpn),
        ...known('Category', category?.name),
        ['Lifecycle', LIFECYCLE_MEANINGS[lifecycle]],
        ...known('Package', packed && `${packed.name}, ${pieces(packed.pieces)}`),
        ['Smallest order', pieces(minimumQuantity({ minOrder, multiple }))],
        ...known('Orders are multiples of', multiple === 1 ? undefined : pieces(multiple)),
      ],
    },
  ];
  return groups.filter(({ rows }) => rows.length > 0);
}

function known(name: string, value: string | undefined): Group['rows'] {
  return value === undefined ? [] : [[name, value]];
}

function pieces(count: number): string {
  return countOf(count, 'piece');
}
