import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MOST_VALUES, type Narrowing, readNarrowing, writeNarrowing } from './narrowing.ts';
import { narrowingQuery, ProductListQuerySchema } from './product-lists.ts';
import { isSort } from './sorts.ts';

const read = (query: string) => readNarrowing(new URLSearchParams(query));

const value = fc.oneof(
  fc.constantFrom('a,b', 'a\\', '1..2', '...', '\\,', 'SO-DIMM', '..'),
  fc.string({ minLength: 1, maxLength: 12 }).filter((text) => text.trim() !== ''),
);
const values = fc.uniqueArray(value, { minLength: 1, maxLength: 5 });
const range = fc
  .tuple(
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
  )
  .chain(([a, b]) => {
    const [min, max] = [Math.min(a, b) + 0, Math.max(a, b) + 0];
    return fc.constantFrom({ min, max }, { min }, { max });
  });
const narrowings: fc.Arbitrary<Narrowing> = fc.record(
  {
    q: fc
      .string({ minLength: 1 })
      .map((text) => text.trim())
      .filter((text) => text !== ''),
    category: fc.constantFrom('memory', 'power-supplies'),
    makers: values,
    price: range,
    inStock: fc.boolean(),
    facets: fc.dictionary(
      fc.stringMatching(/^[a-z0-9]{1,8}(_[a-z0-9]{1,3})?$/),
      fc.oneof(
        values.map((all) => ({ values: all })),
        range,
      ),
      { maxKeys: 4, noNullPrototype: true },
    ),
  },
  { requiredKeys: ['makers', 'inStock', 'facets'], noNullPrototype: true },
);

describe('narrowing', () => {
  test('reads from an address what it has written', () => {
    fc.assert(
      fc.property(narrowings, (narrowing) => {
        const query = String(new URLSearchParams(writeNarrowing(narrowing)));
        assert.deepEqual(read(query), { narrowing, faults: [] }, query);
      }),
    );
  });

  test('reads values, ranges with one end, and what forms send', () => {
    const { narrowing, faults } = read(
      'q=+ddr5+&maker=Corsair,Kingston%5C,+Inc&price=5..&f.capacity=16,32&f.speed.min=4800&f.speed.max=&f.form=DIMM&f.form=SO-DIMM&inStock=&utm=x',
    );
    assert.deepEqual(faults, []);
    assert.deepEqual(narrowing, {
      q: 'ddr5',
      makers: ['Corsair', 'Kingston, Inc'],
      price: { min: 5 },
      inStock: false,
      facets: {
        capacity: { values: ['16', '32'] },
        speed: { min: 4800 },
        form: { values: ['DIMM', 'SO-DIMM'] },
      },
    });
  });

  test('reads the ends of a range from fields of the price and of attributes alone', () => {
    const { narrowing, faults } = read('maker.min=5&q.max=5&pricefoo=1&f.min=a');
    assert.deepEqual(faults, []);
    assert.deepEqual(narrowing, { makers: [], inStock: false, facets: { min: { values: ['a'] } } });
  });

  test('names the parameters that it cannot read', () => {
    const faults = (query: string) => read(query).faults.map(({ field, code }) => `${field} ${code}`);
    for (const price of ['5', '..', 'a..b', '9..5', '0x5..9', '1e999..', '5..9..11', '5,9..'])
      assert.deepEqual(faults(`price=${price}`), ['price range'], price);
    assert.deepEqual(faults('f.size=9..5&inStock=yes&f.A=1&f.=2&f.__proto__=a'), [
      'f.size range',
      'inStock in_stock',
      'f.A no_facet',
      'f. no_facet',
      'f.__proto__ no_facet',
    ]);
  });

  test('takes so many values of all parameters together, and leaves out those that are too many', () => {
    const many = Array.from({ length: MOST_VALUES + 1 }, (_, n) => n);
    const left = (query: string) => {
      const { narrowing, faults } = read(query);
      const { makers, facets } = narrowing;
      return [faults.map(({ field, code }) => `${field} ${code}`), makers.length, Object.keys(facets).length];
    };
    assert.deepEqual(left(`maker=${many}`), [['maker too_many_values'], 0, 0]);
    assert.deepEqual(left(many.map((n) => `f.k${n}=1`).join('&')), [
      [`f.k${MOST_VALUES} too_many_values`],
      ...[0, MOST_VALUES],
    ]);
    assert.deepEqual(left(`maker=${many.slice(3)}&f.a=1..2&f.b=1,2&f.c=..5`), [
      ['f.b too_many_values'],
      ...[MOST_VALUES - 2, 2],
    ]);
  });

  test('a query that cannot be read is refused at its parameter; other unknown fields are ignored', () => {
    const wrong = (query: object) =>
      narrowingQuery({})
        .safeParse(query)
        .error?.issues.map(({ path }) => path.join());
    assert.deepEqual(wrong({ price: '9..5', 'f.size': ['1', '2'], other: ['1'] }), ['f.size', 'price']);
    assert.equal(wrong({ 'f.size': '1..2', other: '1' }), undefined);
  });

  test('an attribute names an order, from both ends', () => {
    for (const sort of ['name', '-price', 'f.capacity', '-f.capacity']) {
      assert.ok(isSort(sort), sort);
      assert.ok(ProductListQuerySchema.safeParse({ sort }).success);
    }
    for (const sort of ['', '--name', '-newest', 'f.', 'f.A', 'f.__proto__', 'constructor'])
      assert.equal(isSort(sort), false, sort);
  });
});
