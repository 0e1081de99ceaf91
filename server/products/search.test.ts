import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { catalogue } from '#content/catalogue.ts';
import { synonyms } from '#content/search.ts';
import { ProductIndex } from './product-index.ts';
import { readQuery, wordsIn } from './words.ts';

const index = new ProductIndex();
for (const [place, { slug, ...details }] of catalogue.entries()) {
  index.put({ product: { ...details, _id: `0190-${100 + place}`, image: `/images/${slug}.webp` } });
}
/** Names of what is found in the demo catalogue, as far as their first comma. */
const search = (q: string) => index.find({ q }).products.map(({ name }) => name.split(',')[0]);

describe('search', () => {
  test('takes a number and its unit for one word, however they are written', () => {
    for (const q of ['2tb', '2 TB', '2-tb', '2 tb ssd']) assert.deepEqual(search(q), ['NVMe SSD 2 TB'], q);
    assert.deepEqual(search('ddr5 32gb'), ['DDR5-5600 UDIMM 32 GB']);
    assert.deepEqual(search('25gbe'), ['Network Card 25 GbE']);
    assert.deepEqual(search('1200w'), ['Redundant Server Power Supply 1200 W']);
    assert.deepEqual(search('7200 rpm'), ['Nearline Hard Disk 20 TB']);
    assert.equal(search('12 gb/s')[0], 'Storage Controller SAS 12 Gb/s');
  });

  test('knows what buyers call the parts', () => {
    assert.deepEqual(search('psu'), ['ATX Power Supply 850 W', 'Redundant Server Power Supply 1200 W']);
    assert.deepEqual(search('cpu'), ['NB-C8 Desktop Processor', 'NB-E64 Server Processor']);
    assert.equal(search('gpu')[0], 'Graphics Card 12 GB GDDR6');
    assert.deepEqual(search('hdd'), ['Nearline Hard Disk 20 TB']);
    assert.deepEqual(search('motherboard'), ['ATX Mainboard NB-Z790W', 'Mini-ITX Mainboard NB-I60']);
    assert.deepEqual(search('psu 850w'), ['ATX Power Supply 850 W']);
  });

  test('puts what is named so first, then what only tells of it', () => {
    assert.deepEqual(search('memory').slice(0, 3), [
      'DDR5-5600 UDIMM 32 GB',
      'DDR5-4800 RDIMM ECC 64 GB',
      'DDR5-5600 SO-DIMM 16 GB',
    ]);
    assert.deepEqual(search('fan').slice(0, 3), [
      // What it is, what it has, what only begins so.
      'Case Fan 120 mm PWM',
      'Graphics Card 12 GB GDDR6',
      'Mini-ITX Mainboard NB-I60',
    ]);
  });

  test('finds plurals, words within words, and words parted by a hyphen or a dot', () => {
    assert.deepEqual(search('processors'), search('processor'));
    assert.deepEqual(search('board'), ['ATX Mainboard NB-Z790W', 'Mini-ITX Mainboard NB-I60']);
    for (const q of ['sodimm', 'so-dimm', 'SO DIMM'])
      assert.equal(search(q)[0], 'DDR5-5600 SO-DIMM 16 GB', q);
    for (const q of ['m.2', 'M2']) assert.equal(search(q)[0], 'NVMe SSD 2 TB', q);
  });

  test('needs all words, and finds nothing for signs alone', () => {
    assert.deepEqual(search('psu keyboard'), []);
    for (const q of ['%', '--', '...', '“”']) assert.deepEqual(search(q), [], q);
  });

  test('looks at no more than twelve words', () => {
    assert.equal(readQuery('w '.repeat(100)).length, 12);
  });
});

test('every synonym finds something when it is one way of several to say the same', () => {
  for (const [word, meanings] of Object.entries(synonyms)) {
    const [term, ...others] = readQuery(word);
    assert.deepEqual(others, [], word);
    assert.equal(term!.meanings.length, meanings.length, word);
  }
});

test('a text has its words alone and with their units', () => {
  assert.deepEqual(
    [...wordsIn('Hot-swap Bays, 2.5 GbE, 20TB, Größe')],
    ['hot', 'swap', 'hotswap', 'bay', '2.5', 'gbe', '2.5gbe', '20tb', 'tb', 'große'],
  );
});
