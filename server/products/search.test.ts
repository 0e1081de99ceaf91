import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { catalogue } from '#content/catalogue.ts';
import { synonyms } from '#content/search.ts';
import { plainProduct } from '../../tests/fixtures/products.ts';
import { ProductIndex } from './product-index.ts';
import { kindIn, readQuery, type Term, wordsIn } from './words.ts';

const index = new ProductIndex();
for (const [place, { name, shortDetails, price, sku, mpn, maker }] of catalogue.entries()) {
  const numbers = { sku: sku!, mpn: mpn!, maker: maker! };
  index.put({
    product: { ...plainProduct, name, shortDetails, price, ...numbers, _id: `0190-${100 + place}` },
  });
}
/** Names of the products found in the demo catalogue, up to their first comma. */
const search = (q: string) => index.find({ q }).products.map(({ name }) => name.split(',')[0]);

describe('search', () => {
  test('reads a number and its unit as one word, in every spelling', () => {
    for (const q of ['2tb', '2 TB', '2-tb', '2 tb ssd']) assert.deepEqual(search(q), ['NVMe SSD 2 TB'], q);
    for (const q of ['850 watt', '850 Watts', '850watt', '850-W'])
      assert.deepEqual(search(q), search('850w'), q);
    assert.deepEqual(search('850 watt'), ['ATX Power Supply 850 W']);
    assert.deepEqual(search('ddr5 32gb'), ['DDR5-5600 UDIMM 32 GB']);
    assert.deepEqual(search('25gbe'), ['Network Card 25 GbE']);
    assert.deepEqual(search('1200w'), ['Redundant Server Power Supply 1200 W']);
    assert.deepEqual(search('7200 rpm'), ['Nearline Hard Disk 20 TB']);
    assert.equal(search('12 gb/s')[0], 'Storage Controller SAS 12 Gb/s');
  });

  const UDIMM = 'DDR5-5600 UDIMM 32 GB';
  const SODIMM = 'DDR5-5600 SO-DIMM 16 GB';
  const RDIMM = 'DDR5-4800 RDIMM ECC 64 GB';
  const SSDS = ['NVMe SSD 2 TB', 'SATA SSD 1 TB', 'Enterprise NVMe SSD 7.68 TB'];
  const DISK = 'Nearline Hard Disk 20 TB';
  const GRAPHICS = 'Graphics Card 12 GB GDDR6';
  const ACCELERATOR = 'Compute Accelerator 48 GB';
  const SUPPLIES = ['ATX Power Supply 850 W', 'Redundant Server Power Supply 1200 W'];
  const PROCESSORS = ['NB-C8 Desktop Processor', 'NB-E64 Server Processor'];
  const BOARDS = ['ATX Mainboard NB-Z790W', 'Mini-ITX Mainboard NB-I60'];
  const COOLERS = ['Tower Cooler', 'Liquid Cooler 240 mm'];
  const CASES = ['Mid-Tower Case', 'Rack Server Case 2U'];
  const FAN = 'Case Fan 120 mm PWM';

  const FIRST: [q: string, first: string[]][] = [
    // A whole word in the name, first where it says what the thing is; then whole words in details.
    ['fan', [FAN, GRAPHICS, ...SUPPLIES, ...COOLERS, ...CASES, BOARDS[1]!]],
    ['case', [...CASES, FAN, SSDS[1]!, SSDS[2]!]],
    ['case fan', [FAN, ...CASES]],
    ['server case', [CASES[1]!]],
    ['card', [GRAPHICS, 'Network Card 25 GbE']],
    // What buyers call the parts.
    ['psu', SUPPLIES],
    ['power supply unit', SUPPLIES],
    ['powersupply', SUPPLIES],
    ['psu 850w', [SUPPLIES[0]!]],
    ['cpu', PROCESSORS],
    ['gpu', [GRAPHICS, ACCELERATOR]],
    ['vga', [GRAPHICS]],
    ['hdd', [DISK]],
    ['harddisk', [DISK]],
    ['hard disk drive', [DISK]],
    ['drive', [...SSDS, DISK]],
    ['disk', [DISK, ...SSDS]],
    ['motherboard', BOARDS],
    ['memory', [UDIMM, SODIMM, RDIMM, PROCESSORS[1]!, ACCELERATOR]],
    ['server memory', [RDIMM, PROCESSORS[1]!]],
    ['water cooling', [COOLERS[1]!]],
    ['watercooling', [COOLERS[1]!]],
    ['chassis', CASES],
    ['nic', ['Network Card 25 GbE', PROCESSORS[0]!]],
    // What has been typed so far.
    ['mem', [UDIMM, SODIMM, RDIMM, PROCESSORS[1]!]],
    ['mem 32gb', [UDIMM]],
    ['mother', BOARDS],
    ['water coo', [COOLERS[1]!]],
    ['hard d', [DISK]],
    ['cas', [...CASES, FAN]],
    ['fanl', [BOARDS[1]!, 'Ethernet Switch']],
  ];
  for (const [q, first] of FIRST) {
    test(`finds for '${q}' ${first.slice(0, 3).join(', ')}`, () => {
      assert.deepEqual(search(q).slice(0, first.length), first);
    });
  }

  test('finds nothing but the parts that buyers mean', () => {
    for (const q of ['psu', 'cpu', 'gpu', 'hdd', 'vga', 'drive', 'motherboard', 'water cooling']) {
      assert.deepEqual(search(q), FIRST.find(([known]) => known === q)![1], q);
    }
  });

  test('finds plurals, words within words, and words split by a hyphen or a dot', () => {
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

  test('reads at most twelve words, each once', () => {
    assert.equal(readQuery(Array.from({ length: 100 }, (_, n) => `w${n}`).join(' ')).length, 12);
    assert.equal(readQuery('ram '.repeat(12)).length, 1);
  });
});

describe('the order of matches', () => {
  const names = [
    'Fanless Switch',
    'Bracket for Widget 3',
    'Set 3, widget inside',
    'Widget Holder 3',
    'Steel Widget 3',
    'Gizmo',
    'Widgetry 5',
    'Box 2',
    'Box 1',
  ];
  const details = ['', '', '', '', '', '', '', 'With widgetry.', 'With a widget.'];
  const parts = new ProductIndex();
  for (const [place, name] of names.entries()) {
    parts.put({ product: { ...plainProduct, _id: String(place), name, shortDetails: details[place]! } });
  }

  test('is: what it is, its name, the rest of its name, a beginning in it, details, a beginning in them', () => {
    assert.deepEqual(
      parts.find({ q: 'widget' }).products.map(({ name }) => name),
      ['Steel Widget 3', names[1], 'Widget Holder 3', names[2], 'Widgetry 5', 'Box 1', 'Box 2'],
    );
  });
});

test('every synonym is known as written, and as one word', () => {
  for (const [word, meanings] of Object.entries(synonyms)) {
    for (const q of [word, word.replaceAll(' ', '')]) {
      const [term, ...others] = readQuery(q);
      assert.deepEqual(others, [], q);
      for (const meaning of meanings) {
        const [{ typed }] = readQuery(meaning) as [Term];
        assert.ok(
          term!.meanings.some((known) => known.join(' ') === typed.join(' ')),
          `${q}: ${meaning}`,
        );
      }
    }
  }
});

test('the kind of a product is the last word before a number, a code or a joining word', () => {
  for (const [name, kind] of [
    ['Case Fan 120 mm PWM', ['fan']],
    ['ATX Mainboard NB-I60', ['mainboard']],
    ['NB-C8 Desktop Processor', ['processor']],
    ['Bracket for Case Fan', ['bracket']],
    ['DDR5-5600 SO-DIMM 16 GB', ['so', 'dimm', 'sodimm']],
    ['25 x 40', ['x']],
    ['NB-100', []],
    ['', []],
  ] as const) {
    assert.deepEqual([...kindIn(name)], kind, name);
  }
});

test('a text is indexed by its words, and by its numbers with their units', () => {
  assert.deepEqual(
    [...wordsIn('Hot-swap Bays, 2.5 GbE, 20TB, Größe')],
    ['hot', 'swap', 'hotswap', 'bay', '2.5', 'gbe', '2.5gbe', '20tb', 'tb', 'große'],
  );
});
