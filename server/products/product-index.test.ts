import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ProductListQuery } from '#contract/products/product-lists.ts';
import type { Product } from '#contract/products/schema.ts';
import { plainProduct } from '../../tests/fixtures/products.ts';
import { ProductIndex } from './product-index.ts';

let ids = 0;
const part = (name: string, price: number, shortDetails = ''): { product: Product } => {
  ids += 1;
  const _id = `0190-${String(ids).padStart(6, '0')}`;
  return {
    product: { ...plainProduct, _id, name, price, shortDetails },
  };
};

const PARTS = [part('Fan 120 mm', 6.35, 'PWM, fluid bearing'), part('SSD 2 TB', 96.4), part('Fan 80 mm', 4)];

function indexOf(items: { product: Product }[]): ProductIndex {
  const index = new ProductIndex();
  for (const { product } of items) index.put(product);
  return index;
}

const namesIn = (index: ProductIndex, query: ProductListQuery) =>
  index.find(query).ids.map((id) => index.get(id)!.name);

describe('products in memory', () => {
  test('are found by every word in name or details, in any order and case', () => {
    const index = indexOf(PARTS);
    assert.deepEqual(namesIn(index, { q: ' pwm  FAN ' }), ['Fan 120 mm']);
    assert.deepEqual(namesIn(index, { q: 'mm' }), ['Fan 120 mm', 'Fan 80 mm']);
    assert.deepEqual(namesIn(index, { q: 'keyboard' }), []);
    assert.deepEqual(namesIn(index, { q: ' ' }), ['Fan 120 mm', 'SSD 2 TB', 'Fan 80 mm']);
  });

  test('are found by part number with or without its signs, the whole number first, and by maker', () => {
    const numbered = (name: string, facts: Partial<Product>) => {
      const { product } = part(name, 1);
      return { product: { ...product, ...facts } };
    };
    const items = [
      numbered('Kit with diode', { sku: 'KIT-1', mpn: '1N4148-1-KIT' }),
      numbered('Diode, reel', { sku: 'D/1N4148', mpn: '1N4148-1', maker: 'Élan Parts' }),
      numbered('Diode, tray', { sku: '0012', mpn: '1N41481' }),
    ];
    const index = indexOf(items);
    const search = (q: string) => namesIn(index, { q });
    for (const q of ['1N4148-1', '1n41481', '1N 4148-1'])
      assert.deepEqual(search(q).slice(0, 2).sort(), ['Diode, reel', 'Diode, tray'], q);
    assert.deepEqual(search('d1n4148'), ['Diode, reel']);
    assert.deepEqual(search('elan'), ['Diode, reel']);
    assert.deepEqual(search('0012'), ['Diode, tray']);
    assert.deepEqual(search('12'), [], 'zeros count');
    const [, reel] = items;
    reel!.product = { ...reel!.product, mpn: 'BAV-99' };
    index.put(reel!.product);
    assert.deepEqual(search('bav99'), ['Diode, reel']);
    assert.ok(!search('1n41481').includes('Diode, reel'));
  });

  test('are sorted oldest first by default; names by letters and the size of numbers', () => {
    const index = indexOf(PARTS);
    assert.deepEqual(namesIn(index, {}), ['Fan 120 mm', 'SSD 2 TB', 'Fan 80 mm']);
    assert.deepEqual(namesIn(index, { sort: 'newest' }), ['Fan 80 mm', 'SSD 2 TB', 'Fan 120 mm']);
    assert.deepEqual(namesIn(index, { sort: 'name' }), ['Fan 80 mm', 'Fan 120 mm', 'SSD 2 TB']);
    assert.deepEqual(namesIn(index, { sort: 'price' }), ['Fan 80 mm', 'Fan 120 mm', 'SSD 2 TB']);
    assert.deepEqual(namesIn(index, { sort: '-price' }), ['SSD 2 TB', 'Fan 120 mm', 'Fan 80 mm']);
    const letters = indexOf(['zebra', 'Éclair', 'apple', 'Banana'].map((name) => part(name, 1)));
    assert.deepEqual(namesIn(letters, { sort: 'name' }), ['apple', 'Banana', 'Éclair', 'zebra']);
  });

  test('come in pages that continue after an id, with their total', () => {
    const index = indexOf(PARTS);
    const first = { sort: 'price', limit: 2 } as const;
    assert.deepEqual(namesIn(index, first), ['Fan 80 mm', 'Fan 120 mm']);
    const rest = { ...first, after: index.find(first).ids[1] };
    assert.deepEqual([namesIn(index, rest), index.find(rest).total], [['SSD 2 TB'], 3]);
    assert.deepEqual(namesIn(index, { after: 'unknown' }), []);
    assert.deepEqual(namesIn(index, { q: 'fan', after: PARTS[1]!.product._id }), []);
  });

  test('are found alike after any other search and any change', () => {
    const words = ['fan', 'fa', 'mm', '120', 'tb', 'ssd', 'new', 'pwm'];
    const items = PARTS.map(({ product }) => ({ product }));
    const index = indexOf(items);
    const search = (q: string, sort?: 'name' | '-price') => namesIn(index, { q, sort });
    const expected = (q: string, sort?: 'name' | '-price') => namesIn(indexOf(items), { q, sort });
    const compare = () => {
      for (const a of words) {
        for (const b of words) {
          for (const sort of [undefined, 'name', '-price'] as const) {
            assert.deepEqual(search(a, sort), expected(a, sort), a);
            assert.deepEqual(search(`${a} ${b}`, sort), expected(`${a} ${b}`, sort), `${a} ${b}`);
          }
        }
      }
    };
    compare();
    // Another name, another price, new ones, one that goes.
    items[1]!.product = { ...items[1]!.product, name: 'New SSD 4 TB', price: 1 };
    index.put(items[1]!.product);
    compare();
    items.push(part('New fan 200 mm', 9));
    index.put(items.at(-1)!.product);
    compare();
    index.remove(items.shift()!.product._id);
    compare();
    assert.equal(index.size, 3);
  });

  test('are found when added after a search for their words, shorter or longer', () => {
    const index = indexOf(PARTS);
    const search = (q: string) => namesIn(index, { q });
    assert.deepEqual(search('fan'), ['Fan 120 mm', 'Fan 80 mm']);
    index.put(part('Faceplate 120 mm', 2).product);
    index.put(part('Fan 200 mm', 9).product);
    assert.deepEqual(search('fan'), ['Fan 120 mm', 'Fan 80 mm', 'Fan 200 mm']);
    assert.deepEqual(search('fa'), ['Fan 120 mm', 'Fan 80 mm', 'Faceplate 120 mm', 'Fan 200 mm']);
    assert.deepEqual(search('fan 200'), ['Fan 200 mm']);
    assert.deepEqual(search('fac'), ['Faceplate 120 mm']);
  });

  test('remember searches by what they take: conditions that may be of many attributes take more', () => {
    const keys = Array.from({ length: 60 }, (_, n) => `n${n}`);
    const numbers = keys.map((key) => ({ key, name: key, kind: 'number' as const }));
    const { product } = part('Meter', 1);
    const index = indexOf([
      {
        product: {
          ...product,
          category: { slug: 'meters', name: 'Meters' },
          attributes: numbers.map((one) => ({ ...one, value: 5 })),
        },
      },
    ]);
    index.categories = [{ slug: 'meters', name: 'Meters', attributes: numbers, revision: 1 }];
    const bytesOf = (q: string) => {
      const before = index.keptBytes;
      assert.equal(index.find({ q }).total, 1, q);
      return index.keptBytes - before;
    };
    const [plain, understood] = [bytesOf('meter'), bytesOf('>1 >2')];
    assert.ok(understood > plain + 2 * keys.length * 100, `${understood} bytes`);
  });

  test('show the current stock, in cached results too', () => {
    const item = { ...PARTS[0]! };
    const index = indexOf([item]);
    index.find({ q: 'fan' });
    item.product = { ...item.product, available: 7 };
    index.put(item.product);
    assert.equal(index.get(index.find({ q: 'fan' }).ids[0]!)!.available, 7);
  });
});
