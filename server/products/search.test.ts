import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { first } from '#content/catalogue/first.ts';
import { synonyms } from '#content/search.ts';
import { plainProduct } from '../../tests/fixtures/products.ts';
import { ProductIndex } from './product-index.ts';
import { kindIn, readQuery, type Term, wordsIn } from './words.ts';

const index = new ProductIndex();
for (const [place, { name, shortDetails, price, sku, mpn, maker }] of first.entries()) {
  const numbers = { sku: sku!, mpn: mpn!, maker: maker! };
  index.put({ ...plainProduct, name, shortDetails, price, ...numbers, _id: `0190-${100 + place}` });
}
/** Names of the products found among the first of the demo catalogue, up to their first comma. */
const search = (q: string) => index.find({ q }).ids.map((id) => index.get(id)!.name.split(',')[0]);

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

  test('finds what is within words only where no word begins so', () => {
    const parts = new ProductIndex();
    const found = (q: string) => parts.find({ q }).ids.join();
    parts.put({ ...plainProduct, _id: 'cable', sku: 'X-1', name: 'Patch Cable', shortDetails: 'Braided' });
    assert.equal(found('raid'), 'cable');
    parts.put({ ...plainProduct, _id: 'card', sku: 'X-2', name: 'RAID Controller', shortDetails: 'x8' });
    assert.equal(found('raid'), 'card');
  });

  test('corrects one letter of words that no part has, and says so', () => {
    const instead = (q: string) => index.insteadOf(q).corrected;
    for (const [q, corrected] of [
      ['procesor', 'processor'],
      ['Procesor cooler', 'processor cooler'],
      ['mainbaord ATX', 'mainboard ATX'],
    ] as const) {
      assert.equal(instead(q), corrected);
      assert.deepEqual(search(q), search(corrected), q);
      assert.equal(index.facets({ q }).corrected, corrected);
    }
    // They are found, are too short, would still find nothing, or have numbers.
    for (const q of ['processor', 'proc', 'boar', 'fxn', 'ddr55', 'keyboard', ''])
      assert.deepEqual(index.insteadOf(q), {}, q);
    assert.equal(index.facets({ q: 'processor' }).corrected, undefined);
  });

  test('leaves out words that no part has, and says which', () => {
    for (const [q, left, leftOut] of [
      ['ssd keyboard', 'ssd', ['keyboard']],
      ['qwerty psu 850w keyboard', 'psu 850w', ['qwerty', 'keyboard']],
    ] as const) {
      assert.deepEqual(index.insteadOf(q), { leftOut }, q);
      assert.deepEqual(search(q), search(left), q);
      assert.deepEqual(index.facets({ q }).leftOut, leftOut);
    }
    assert.deepEqual(index.insteadOf('procesor keyboard'), { corrected: 'processor', leftOut: ['keyboard'] });
    // Parts have each word, no word, only a number of what is left, or fewer words than are left out.
    for (const q of ['ssd tower', 'keyboard mouse', 'keyboard 850', 'ssd keyboard mouse', 'ssd'])
      assert.deepEqual(index.insteadOf(q), {}, q);
  });

  test('leaves out a number of pieces, and the one word without which parts have the others', () => {
    for (const [q, left, leftOut] of [
      ['ssd x 200', 'ssd', ['x 200']],
      ['200 pcs psu 850w', 'psu 850w', ['200 pcs']],
      ['150 psu 850w', 'psu 850w', ['150']],
      ['psu 850w 150', 'psu 850w', ['150']],
    ] as const) {
      assert.deepEqual(index.insteadOf(q), { leftOut }, q);
      assert.deepEqual(search(q), search(left), q);
    }
    assert.deepEqual(index.insteadOf('psu 850w processor'), { leftOut: ['processor'], beside: true });
    assert.deepEqual(search('psu 850w processor'), search('psu 850w'));
  });

  test('finds letters and their number with and without a space between them', () => {
    const cables = new ProductIndex();
    const names = ['Patch Cable Cat 6 2 m', 'Patch Cable Cat6a 2 m', 'SSD PCIe 4.0 x4', 'DDR5-5600 UDIMM'];
    for (const [at, name] of names.entries())
      cables.put({ ...plainProduct, name, shortDetails: name, sku: `X-${at}`, _id: `${at}` });
    const found = (q: string) => cables.find({ q }).ids.toSorted().join();
    for (const [q, ids] of [
      ...[['cat6', '0,1'] as const, ['cat 6', '0,1'] as const, ['cat6a', '1'] as const],
      ...[['cat 6a', '1'] as const, ['cat6 2m', '0,1'] as const, ['pcie4', '2'] as const],
      ...[['ddr5', '3'] as const, ['ddr 5', '3'] as const, ['cat5', ''] as const],
    ] as const)
      assert.equal(found(q), ids, q);
  });

  test('finds a number and its letter that are one word of parts, although the letter is a unit, too', () => {
    const cables = new ProductIndex();
    cables.categories = [
      {
        ...{ slug: 'cables', name: 'Cables', revision: 1 },
        attributes: [
          { key: 'length', name: 'Length', kind: 'number', unit: 'm' },
          { key: 'current', name: 'Current', kind: 'number', unit: 'A' },
        ],
      },
    ];
    for (const [at, [name, current]] of (
      [
        ['Patch Cable Cat 6A S/FTP, 2 m, blue', undefined],
        ['Patch Cable Cat 6 U/UTP, 2 m, blue', undefined],
        ['Power Cord 2 m', 6],
      ] as const
    ).entries())
      cables.put({
        ...{ ...plainProduct, name, shortDetails: name, sku: `X-${at}`, _id: `${at}` },
        category: { slug: 'cables', name: 'Cables' },
        attributes: [
          { key: 'length', name: 'Length', value: 2, unit: 'm' },
          ...(current ? [{ key: 'current', name: 'Current', value: current, unit: 'A' }] : []),
        ],
      });
    for (const [q, ids] of [
      ...[['cat6a', '0'] as const, ['cat6a 2m', '0'] as const, ['cat 6a 2m', '0'] as const],
      ...[['cat.6a', '0'] as const, ['cat.6', '1'] as const, ['cat6 2m', '0,1'] as const],
      ...[['cat. 6', '0,1'] as const, ['cord 6a', '2'] as const, ['cat-6a', '0'] as const],
    ] as const)
      assert.equal(cables.find({ q }).ids.toSorted().join(), ids, q);
    assert.deepEqual(cables.insteadOf('qwerty 6 A'), { leftOut: ['qwerty'] });
    assert.equal(cables.find({ q: 'qwerty 6 A' }).ids.join(), '2');
  });

  test('knows generations of PCIe, 80 PLUS, and the cable of other languages', () => {
    const parts = new ProductIndex();
    const names = [
      'NVMe SSD, PCIe 4.0',
      'NVMe SSD, PCIe 5.0',
      'Supply, 80 PLUS Gold',
      'Patch Cable',
      'Label',
    ];
    for (const [at, name] of names.entries())
      parts.put({ ...plainProduct, name, shortDetails: '', sku: `X-${at}`, _id: `${at}` });
    for (const [q, ids] of [
      ...[['gen4', '0'] as const, ['pcie gen4', '0'] as const, ['PCIe Gen 5', '1'] as const],
      ...[['80plus', '2'] as const, ['80plus gold', '2'] as const, ['kabel', '3'] as const],
    ] as const)
      assert.equal(parts.find({ q }).ids.toSorted().join(), ids, q);
  });

  test('asks for yes or no where it names such an attribute, and for its words where nothing is said', () => {
    const parts = new ProductIndex();
    const yesNo = (key: string, name: string) => ({ key, name, kind: 'yesno' as const });
    parts.categories = [
      {
        ...{ slug: 'memory', name: 'Memory', revision: 1 },
        attributes: [yesNo('ecc', 'ECC'), yesNo('hot_swap', 'Hot-swap')],
      },
      { slug: 'processors', name: 'Processors', revision: 1, attributes: [] },
    ];
    const put = (_id: string, slug: string, shortDetails: string, ecc?: boolean) =>
      parts.put({
        ...{ ...plainProduct, _id, name: 'Part DDR5', shortDetails, sku: `X-${_id}` },
        category: { slug, name: slug },
        attributes: ecc === undefined ? [] : [{ key: 'ecc', name: 'ECC', value: ecc }],
      });
    put('yes', 'memory', 'Registered', true);
    put('no', 'memory', 'on-die ECC', false);
    put('unsaid', 'processors', 'For ECC memory');
    for (const [q, ids, value] of [
      ...[['ddr5 ecc', 'unsaid,yes', 'Yes'] as const, ['ECC ddr5', 'unsaid,yes', 'Yes'] as const],
      ...[['non-ecc', 'no', 'No'] as const, ['ddr5 no ecc', 'no', 'No'] as const],
      ...[['ddr5 non ECC', 'no', 'No'] as const, ['without ecc', 'no', 'No'] as const],
    ] as const) {
      assert.equal(parts.find({ q }).ids.toSorted().join(), ids, q);
      const [condition] = parts.facets({ q }).understood;
      assert.deepEqual([condition!.name, condition!.value], ['ECC', value], q);
      assert.ok(q.includes(condition!.text), 'what is taken out takes the condition away');
    }
    // No value of it on sale, part of a word, and what has no part together with it.
    for (const q of ['hot-swap', 'eccxyz', 'x-ecc']) assert.deepEqual(parts.facets({ q }).understood, [], q);
  });

  test('needs all words that parts have, and finds nothing for signs alone', () => {
    assert.deepEqual(search('psu tower'), []);
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
    parts.put({ ...plainProduct, _id: String(place), name, shortDetails: details[place]! });
  }

  test('is: what it is, its name, the rest of its name, a beginning in it, details, a beginning in them', () => {
    assert.deepEqual(
      parts.find({ q: 'widget' }).ids.map((id) => parts.get(id)!.name),
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
