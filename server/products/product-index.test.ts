import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Product } from '#contract/products.ts';
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

function indexOf(items: { product: Product }[]): ProductIndex<{ product: Product }> {
  const index = new ProductIndex<{ product: Product }>();
  for (const item of items) index.put(item);
  return index;
}

const names = (found: { products: Product[] }) => found.products.map(({ name }) => name);

describe('products in memory', () => {
  test('are found by every word in name or details, in any order and case', () => {
    const index = indexOf(PARTS);
    assert.deepEqual(names(index.find({ q: ' pwm  FAN ' })), ['Fan 120 mm']);
    assert.deepEqual(names(index.find({ q: 'mm' })), ['Fan 120 mm', 'Fan 80 mm']);
    assert.deepEqual(names(index.find({ q: 'keyboard' })), []);
    assert.deepEqual(names(index.find({ q: ' ' })), ['Fan 120 mm', 'SSD 2 TB', 'Fan 80 mm']);
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
    const search = (q: string) => names(index.find({ q }));
    for (const q of ['1N4148-1', '1n41481', '1N 4148-1'])
      assert.deepEqual(search(q).slice(0, 2).sort(), ['Diode, reel', 'Diode, tray'], q);
    assert.deepEqual(search('d1n4148'), ['Diode, reel']);
    assert.deepEqual(search('elan'), ['Diode, reel']);
    assert.deepEqual(search('0012'), ['Diode, tray']);
    assert.deepEqual(search('12'), [], 'zeros count');
    const [, reel] = items;
    reel!.product = { ...reel!.product, mpn: 'BAV-99' };
    index.put(reel!);
    assert.deepEqual(search('bav99'), ['Diode, reel']);
    assert.ok(!search('1n41481').includes('Diode, reel'));
  });

  test('are sorted oldest first by default; names by letters and the size of numbers', () => {
    const index = indexOf(PARTS);
    assert.deepEqual(names(index.find({})), ['Fan 120 mm', 'SSD 2 TB', 'Fan 80 mm']);
    assert.deepEqual(names(index.find({ sort: 'newest' })), ['Fan 80 mm', 'SSD 2 TB', 'Fan 120 mm']);
    assert.deepEqual(names(index.find({ sort: 'name' })), ['Fan 80 mm', 'Fan 120 mm', 'SSD 2 TB']);
    assert.deepEqual(names(index.find({ sort: 'price' })), ['Fan 80 mm', 'Fan 120 mm', 'SSD 2 TB']);
    assert.deepEqual(names(index.find({ sort: '-price' })), ['SSD 2 TB', 'Fan 120 mm', 'Fan 80 mm']);
    const letters = indexOf(['zebra', 'Éclair', 'apple', 'Banana'].map((name) => part(name, 1)));
    assert.deepEqual(names(letters.find({ sort: 'name' })), ['apple', 'Banana', 'Éclair', 'zebra']);
  });

  test('come in pages that continue after an id, with their total', () => {
    const index = indexOf(PARTS);
    const first = index.find({ sort: 'price', limit: 2 });
    assert.deepEqual([names(first), first.total], [['Fan 80 mm', 'Fan 120 mm'], 3]);
    const rest = index.find({ sort: 'price', limit: 2, after: first.products[1]!._id });
    assert.deepEqual([names(rest), rest.total], [['SSD 2 TB'], 3]);
    assert.deepEqual(names(index.find({ after: 'unknown' })), []);
    assert.deepEqual(names(index.find({ q: 'fan', after: PARTS[1]!.product._id })), []);
  });

  test('are found alike after any other search and any change', () => {
    const words = ['fan', 'fa', 'mm', '120', 'tb', 'ssd', 'new', 'pwm'];
    const items = PARTS.map(({ product }) => ({ product }));
    const index = indexOf(items);
    const search = (q: string, sort?: 'name' | '-price') => names(index.find({ q, sort }));
    const expected = (q: string, sort?: 'name' | '-price') => names(indexOf(items).find({ q, sort }));
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
    index.put(items[1]!);
    compare();
    items.push(part('New fan 200 mm', 9));
    index.put(items.at(-1)!);
    compare();
    index.remove(items.shift()!.product._id);
    compare();
    assert.equal(index.size, 3);
  });

  test('are found when added after a search for their words, shorter or longer', () => {
    const index = indexOf(PARTS);
    const search = (q: string) => names(index.find({ q }));
    assert.deepEqual(search('fan'), ['Fan 120 mm', 'Fan 80 mm']);
    index.put(part('Faceplate 120 mm', 2));
    index.put(part('Fan 200 mm', 9));
    assert.deepEqual(search('fan'), ['Fan 120 mm', 'Fan 80 mm', 'Fan 200 mm']);
    assert.deepEqual(search('fa'), ['Fan 120 mm', 'Fan 80 mm', 'Faceplate 120 mm', 'Fan 200 mm']);
    assert.deepEqual(search('fan 200'), ['Fan 200 mm']);
    assert.deepEqual(search('fac'), ['Faceplate 120 mm']);
  });

  test('show the current stock, in cached results too', () => {
    const item = { ...PARTS[0]! };
    const index = indexOf([item]);
    index.find({ q: 'fan' });
    item.product = { ...item.product, available: 7 };
    index.put(item);
    assert.equal(index.find({ q: 'fan' }).products[0]!.available, 7);
  });
});
