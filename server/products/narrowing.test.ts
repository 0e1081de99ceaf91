import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import type { Category } from '#contract/categories/schema.ts';
import { type Narrowing, readNarrowing } from '#contract/products/narrowing.ts';
import type { ProductListQuery } from '#contract/products/product-lists.ts';
import type { Product } from '#contract/products/schema.ts';
import { plainProduct } from '../../tests/fixtures/products.ts';
import { plainFacets, plainFilter } from '../../tests/plain-facets.ts';
import { ProductIndex } from './product-index.ts';

const size = { key: 'size', name: 'Size', kind: 'number', unit: 'mm' } as const;
const form = { key: 'form', name: 'Form', kind: 'choice' } as const;
const ecc = { key: 'ecc', name: 'ECC', kind: 'yesno' } as const;
const note = { key: 'note', name: 'Note', kind: 'text' } as const;
const CATEGORIES: Category[] = [
  { slug: 'cooling', name: 'Cooling', attributes: [], revision: 1 },
  { slug: 'coolers', name: 'Coolers', parent: 'cooling', attributes: [form, size, note], revision: 1 },
  { slug: 'fans', name: 'Fans', parent: 'cooling', attributes: [size, ecc], revision: 1 },
  { slug: 'memory', name: 'Memory', attributes: [ecc, form, { ...size, unit: 'GB' }], revision: 1 },
];

const VALUES = {
  size: fc.constantFrom(...Array.from({ length: 24 }, (_, n) => n / 2)),
  form: fc.constantFrom('DIMM', 'SO-DIMM', 'a, b', '10 mm', '9 mm'),
  ecc: fc.boolean(),
  note: fc.constantFrom('x', 'y'),
};

const facts = fc.record({
  name: fc.constantFrom('Fan', 'Fan, quiet', 'Memory', 'Éclair 10'),
  price: fc.constantFrom(0.5, 1, 2, 5),
  available: fc.constantFrom(0, 0, 99, 100, 500),
  maker: fc.option(fc.constantFrom('Élan', 'Acme', 'Zet'), { nil: undefined }),
  place: fc.option(fc.nat(3), { nil: undefined }),
  values: fc.record(VALUES, { requiredKeys: [] }),
});
interface Facts {
  name: string;
  price: number;
  available: number;
  maker: string | undefined;
  /** Of its category. */
  place: number | undefined;
  values: { size?: number; form?: string; ecc?: boolean; note?: string };
}

const plainFacts: Facts = { name: 'Memory', price: 1, available: 1, maker: undefined, place: 3, values: {} };

function toProduct(n: number, { place, values, maker, ...rest }: Facts): Product {
  const category = place === undefined ? undefined : CATEGORIES[place]!;
  return {
    ...plainProduct,
    ...rest,
    ...(maker !== undefined && { maker }),
    _id: `0190-${String(n).padStart(4, '0')}`,
    sku: `P-${n}`,
    ...(category && { category: { slug: category.slug, name: category.name } }),
    attributes: (category?.attributes ?? []).flatMap(({ key, name, unit }) => {
      const value = values[key as keyof typeof values];
      return value === undefined ? [] : [{ key, name, value, ...(unit !== undefined && { unit }) }];
    }),
  };
}

const ends = fc.constantFrom({ min: 1 }, { max: 3 }, { min: 1, max: 2 }, { min: 6 });
const texts = (...values: string[]) => fc.subarray(values, { minLength: 1 }).map((all) => ({ values: all }));
const narrowings: fc.Arbitrary<Partial<Narrowing>> = fc.record(
  {
    category: fc.constantFrom('cooling', 'fans', 'memory'),
    makers: fc.subarray(['Élan', 'Acme', 'Nobody']),
    price: ends,
    inStock: fc.boolean(),
    facets: fc.record(
      {
        size: fc.oneof(ends, texts('1', '2', '2.5', '07')),
        form: texts('DIMM', 'a, b', 'none'),
        ecc: texts('yes', 'no'),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

const change = fc.oneof(
  fc.record({ kind: fc.constant('put' as const), n: fc.nat(40), facts }),
  fc.record({ kind: fc.constant('stock' as const), n: fc.nat(40), available: fc.constantFrom(0, 7, 700) }),
  fc.record({ kind: fc.constant('remove' as const), n: fc.nat(40) }),
);

describe('products in memory', () => {
  test('are counted and found as one by one, after any changes', () => {
    fc.assert(
      fc.property(
        fc.array(facts, { maxLength: 40 }),
        fc.array(change),
        fc.array(narrowings),
        (all, changes, asked) => {
          const index = new ProductIndex();
          index.categories = CATEGORIES;
          const known = new Map<string, Product>();
          const put = (product: Product) => {
            known.set(product._id, product);
            index.put(product, 1);
          };
          for (const [n, one] of all.entries()) put(toProduct(n, one));
          const compare = () => {
            const products = [...known.values()].sort((a, b) => (a._id < b._id ? -1 : 1));
            for (const narrowing of [{}, ...asked]) {
              assert.deepEqual(index.facets(narrowing), plainFacets(products, CATEGORIES, narrowing));
              const expected = plainFilter(products, CATEGORIES, narrowing);
              const { ids, total } = index.find(narrowing);
              assert.deepEqual(
                ids.map((id) => index.get(id)),
                expected,
              );
              assert.equal(total, expected.length);
            }
          };
          compare();
          for (const one of changes) {
            const id = `0190-${String(one.n).padStart(4, '0')}`;
            if (one.kind === 'put') put(toProduct(one.n, one.facts));
            const before = known.get(id);
            if (one.kind === 'stock' && before) {
              known.set(id, { ...before, available: one.available });
              index.setStock(id, one.available, 2);
            }
            if (one.kind === 'remove') {
              known.delete(id);
              index.remove(id);
            }
          }
          compare();
        },
      ),
      { numRuns: 60 },
    );
  });

  const fan = (n: number, more: Partial<Facts>) =>
    toProduct(n, {
      ...{ name: 'Fan', price: 1, available: 1, maker: undefined, place: 2, values: {} },
      ...more,
    });
  const indexOf = (...products: Product[]) => {
    const index = new ProductIndex();
    index.categories = CATEGORIES;
    for (const product of products) index.put(product);
    return index;
  };

  test('a facet counts its other values, and hides those that nothing else leaves', () => {
    const index = indexOf(
      fan(1, { maker: 'Acme', values: { size: 80 } }),
      fan(2, { maker: 'Acme', values: { size: 120 } }),
      fan(3, { maker: 'Élan', values: { size: 120 } }),
      toProduct(4, {
        ...{ name: 'Memory', price: 9, available: 0, maker: 'Zet', place: 3 },
        values: { size: 16 },
      }),
    );
    const { total, makers, facets, categories, price } = index.facets({
      category: 'cooling',
      makers: ['Acme'],
      facets: { size: { min: 100 } },
    });
    assert.equal(total, 1);
    assert.deepEqual(makers, [
      { value: 'Acme', parameter: 'Acme', count: 1 },
      { value: 'Élan', parameter: 'Élan', count: 1 },
    ]);
    assert.deepEqual(
      facets.find(({ key }) => key === 'size'),
      {
        ...size,
        values: [
          { value: 80, parameter: '80', count: 1 },
          { value: 120, parameter: '120', count: 1 },
        ],
        ...{ min: 80, max: 120 },
      },
    );
    assert.deepEqual(
      categories.map(({ slug, count }) => [slug, count]),
      [
        ['cooling', 1],
        ['fans', 1],
      ],
    );
    assert.deepEqual(price, { min: 1, max: 1 });
  });

  test('are sorted by an attribute from both ends, those without it last, and by stock and SKU', () => {
    const index = indexOf(
      fan(1, { values: {}, available: 5 }),
      fan(2, { values: { size: 120 }, available: 50 }),
      fan(3, { values: { size: 80 }, available: 7 }),
      fan(4, { values: { size: 120 }, available: 0 }),
    );
    const order = (sort: NonNullable<ProductListQuery['sort']>) =>
      index.find({ sort, category: 'fans' }).ids.map((id) => Number(id.slice(-1)));
    assert.deepEqual(order('f.size'), [3, 2, 4, 1]);
    assert.deepEqual(order('-f.size'), [2, 4, 3, 1]);
    assert.deepEqual(order('f.unknown'), [1, 2, 3, 4]);
    assert.deepEqual(order('stock'), [4, 1, 3, 2]);
    assert.deepEqual(order('-stock'), [2, 3, 1, 4]);
    index.setStock('0190-0002', 1, 2);
    assert.deepEqual(order('-stock'), [3, 1, 2, 4]);
    assert.deepEqual(order('-sku'), [4, 3, 2, 1]);
  });

  test('what can be ordered now is counted again when less than the smallest order is left, and when there is more', () => {
    const index = indexOf(fan(1, { available: 300 }), fan(2, { available: 900 }));
    const inStock = () => [index.facets({}).inStock, index.find({ inStock: true }).total];
    assert.deepEqual(inStock(), [2, 2]);
    index.setStock('0190-0001', 99, 2);
    assert.deepEqual(inStock(), [1, 1]);
    index.setStock('0190-0001', 100, 3);
    assert.deepEqual(inStock(), [2, 2]);
  });

  test('facets answer each value as the list of products takes it', () => {
    const index = indexOf(
      toProduct(1, {
        ...plainFacts,
        place: 3,
        values: { size: 12.5, ecc: true, form: 'A, B' },
        maker: 'Fox, Inc.',
      }),
      toProduct(2, {
        ...plainFacts,
        place: 3,
        values: { size: 120, ecc: false, form: 'C..D' },
        maker: 'A\\B',
      }),
    );
    const found = (name: string, parameter: string) =>
      index.find(readNarrowing([[name, parameter]]).narrowing).total;
    const { facets, makers } = index.facets({ category: 'memory' });
    assert.deepEqual(facets.map(({ key }) => key).sort(), ['ecc', 'form', 'size']);
    for (const { key, values = [] } of facets)
      for (const { value, parameter, count } of values)
        assert.equal(found(`f.${key}`, parameter), count, `${key} ${value}`);
    for (const { value, parameter, count } of makers) assert.equal(found('maker', parameter), count, value);
    assert.deepEqual([found('f.ecc', 'true'), found('f.ecc', 'false')], [1, 1]);
  });

  test('keep every field of a product', () => {
    const product: Product = {
      ...fan(7, { values: { size: 12.5, ecc: false } }),
      ...{
        mpn: 'P-7',
        leadDays: 0,
        weightGrams: 0.25,
        revision: 3,
        priceBreaks: [{ from: 200, price: 0.895 }],
      },
      ...{ package: { name: 'Tray', pieces: 20 }, lifecycle: 'last_buy' as const },
    };
    const index = indexOf(product, fan(8, {}));
    assert.deepEqual(index.get(product._id), product);
    const { mpn: _, leadDays: __, ...less } = product;
    index.put(less, 2);
    assert.deepEqual(index.get(product._id), less);
    assert.equal(index.revisionOf(product._id), 2);
  });
});
