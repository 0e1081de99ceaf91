import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Product } from '#contract/products/schema.ts';
import { plainProduct } from '../../tests/fixtures/products.ts';
import { markNumber, markWords } from './marks.ts';
import { ProductIndex } from './product-index.ts';
import { suggest } from './suggest.ts';

const index = new ProductIndex();
let ids = 0;
function add(sku: string, name: string, facts: Partial<Product> = {}): void {
  ids += 1;
  index.put({ ...plainProduct, _id: `id-${100 + ids}`, sku, name, ...facts });
}
add('1N4148-1', 'Switching Diode');
add('1N41481', 'Diode of Another Maker');
add('D5U-5600-32', 'DDR5-5600 UDIMM 32 GB', { mpn: 'NB-D5U-32' });
add('D5U-5600-16', 'DDR5-5600 UDIMM 16 GB');
add('CPU-C8-47', 'Desktop Processor, 8 cores', { mpn: 'CPU-C8' });
add('PSU-850', 'Netzteil für Gehäuse, 850 W');

const categories = [
  { slug: 'memory', name: 'Memory', count: 2 },
  { slug: 'power-supplies', name: 'Power Supplies', count: 1 },
  { slug: 'processors', name: 'Processors', count: 1 },
  { slug: 'processor-coolers', name: 'Processor Coolers', count: 7 },
];
const suggestFor = (q: string) => suggest(q, index, categories);
const skus = (q: string) => suggestFor(q).parts.map(({ sku }) => sku);
const slugs = (q: string) => suggestFor(q).categories.map(({ slug }) => slug);

/** A suggestion's text with its marks in brackets. */
const marked = (q: string) => suggestFor(q).parts.map(({ matched: { text, marks } }) => bracket(text, marks));
function bracket(text: string, marks: { start: number; end: number }[]): string {
  let at = 0;
  let all = '';
  for (const { start, end } of marks) {
    all += `${text.slice(at, start)}[${text.slice(start, end)}]`;
    at = end;
  }
  return all + text.slice(at);
}

describe('suggestions', () => {
  test('show every part whose number is typed, with or without its signs', () => {
    for (const q of ['1N4148-1', '1N41481', '1n4148 1', '1n 4148/1']) {
      assert.deepEqual(new Set(skus(q)), new Set(['1N4148-1', '1N41481']), q);
      assert.ok(suggestFor(q).parts.every(({ matched }) => matched.exact));
    }
  });

  test('show parts whose SKU or MPN begins with what is typed, and mark it', () => {
    assert.deepEqual(marked('d5u5600'), ['[D5U-5600]-16', '[D5U-5600]-32']);
    assert.deepEqual(marked('nb-d5'), ['[NB-D5]U-32']);
    assert.deepEqual(suggestFor('NBD5U32').parts[0]!.matched, {
      ...{ field: 'mpn', text: 'NB-D5U-32', marks: [{ start: 0, end: 9 }], exact: true },
    });
  });

  test('prefer a whole number to the beginning of another number of the same part', () => {
    assert.equal(suggestFor('cpu c8').parts[0]!.matched.field, 'mpn');
  });

  test('show parts whose number is misspelt, and mark the letters that are right', () => {
    assert.deepEqual(marked('D5U-56OO-32'), [], 'two letters are wrong');
    assert.deepEqual(marked('D5U-560O-32'), ['[D5U-560]0-[32]']);
    assert.deepEqual(marked('5DU-5600-32'), ['D5[U-5600-32]']);
    assert.deepEqual(marked('CPU-C84'), ['[CPU-C8-4]7']);
    assert.equal(suggestFor('D5U-560O-32').nearest, true);
    assert.equal(suggestFor('D5U-5600-32').nearest, undefined);
    assert.equal(index.facets({ q: 'D5U-560O-32' }).nearest, true);
    assert.deepEqual(suggestFor('D5U-5600-3').parts.length, 1, 'nothing is corrected that is right');
  });

  test('find names by words in any order and without accents, and mark them', () => {
    assert.deepEqual(marked('udimm 32gb'), ['DDR5-5600 [UDIMM 32 GB]']);
    assert.deepEqual(marked('32 GB ddr5'), ['[DDR5]-5600 UDIMM [32 GB]']);
    assert.deepEqual(marked('gehause fur'), ['Netzteil [für Gehäuse], 850 W']);
    assert.deepEqual(marked('cores'), ['Desktop Processor, 8 [core]s']);
  });

  test('find names by a word with a wrong letter, and say what was searched for', () => {
    assert.deepEqual(marked('dezktop'), ['[Desktop] Processor, 8 cores']);
    assert.equal(suggestFor('dezktop').corrected, 'desktop');
    assert.equal(suggestFor('desktop').corrected, undefined);
  });

  test('show at most eight in all, each part once', () => {
    const many = new ProductIndex();
    for (let n = 10; n < 40; n += 1)
      many.put({ ...plainProduct, _id: `n-${n}`, sku: `MEM-${n}`, name: `Memory ${n}` });
    const { parts, categories: shown } = suggest('mem', many, categories);
    assert.equal(parts.length + shown.length, 8);
    assert.equal(new Set(parts.map(({ _id }) => _id)).size, parts.length);
  });

  test('show categories by name, by its beginning and by what buyers call it, the largest first', () => {
    assert.deepEqual(slugs('mem'), ['memory']);
    assert.deepEqual(slugs('proc'), ['processor-coolers', 'processors']);
    for (const q of ['psu', 'power suppl', 'power supplies', 'supply power', 'POWER SUPPLI'])
      assert.deepEqual(slugs(q), ['power-supplies'], q);
    assert.deepEqual(slugs('memory 32'), []);
  });

  test('are none for signs alone', () => {
    for (const q of ['', ' ', '--', '%', '“”'])
      assert.deepEqual(suggestFor(q), { parts: [], categories: [] }, q);
  });
});

test('marks count characters of the text as it is written', () => {
  assert.deepEqual(markWords('Größe İ 5 mm', ['große']), [{ start: 0, end: 5 }]);
  assert.deepEqual(markWords('ﬁn 😀 fan', ['fan']), [{ start: 6, end: 9 }]);
  assert.deepEqual(markWords('Fanless, fan', ['fan']), [{ start: 0, end: 3 }]);
  assert.deepEqual(markWords('A bc', ['bcd']), []);
  assert.deepEqual(markNumber('ß-1', 'SS', 'SS'), [{ start: 0, end: 1 }]);
});

describe('the list of products', () => {
  const found = (q: string) => index.find({ q }).ids.map((id) => index.get(id)!.sku);

  test('has parts by a misspelt number when nothing else is found', () => {
    assert.deepEqual(found('D5U-560O-32'), ['D5U-5600-32']);
    assert.deepEqual(found('D5U-5600-32'), ['D5U-5600-32']);
    assert.deepEqual(new Set(found('1N4148-1')), new Set(['1N4148-1', '1N41481']));
  });

  test('knows a part by its new number only', () => {
    const part = { ...plainProduct, _id: 'moved', sku: 'OLD-1000' };
    index.put(part);
    index.put({ ...part, sku: 'NEW-2000' });
    assert.deepEqual(skus('OLD1000'), []);
    assert.deepEqual(skus('NEW2000'), ['NEW-2000']);
    index.remove('moved');
    assert.deepEqual(skus('NEW2000'), []);
  });
});
