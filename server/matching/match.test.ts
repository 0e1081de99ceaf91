import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { MOST_ATOMS } from '#contract/matching/atoms.ts';
import type { Line, Match } from '#contract/matching/schema.ts';
import type { Product } from '#contract/products/schema.ts';
import { partsIn } from '../../tests/fixtures/parts-in-memory.ts';
import { plainProduct } from '../../tests/fixtures/products.ts';
import { inTurns } from '../ground/limits/turns.ts';
import { ProductIndex } from '../products/product-index.ts';
import type { Parts } from './find.ts';
import { matchLines } from './match.ts';

const index = new ProductIndex();
const ids = new Map<string, string>();
function add(sku: string, name: string, facts: Partial<Product> = {}): void {
  const _id = `id-${ids.size}`;
  ids.set(sku, _id);
  index.put({ ...plainProduct, _id, sku, name, available: 10_000, ...facts });
}
add('1N4148-1', 'Switching Diode');
add('1N41481', 'Diode of Another Maker');
add('NB-E64', 'DDR5-4800 RDIMM 64 GB, ECC', {
  maker: 'Northbridge',
  mpn: 'NBE-64G-R',
  minOrder: 200,
  multiple: 50,
});
add('D5U-5600-32', 'DDR5-5600 UDIMM 32 GB');
add('D5U-5600-16', 'DDR5-5600 UDIMM 16 GB');
add('CPU-C8-47', 'Desktop Processor, 8 cores');
add('BR-900', 'Bracket for Case Fan');
add('AX-1', 'Capacitor', { maker: 'Axon', mpn: 'GRM-188' });
add('BX-1', 'Capacitor', { maker: 'Bexon', mpn: 'GRM188' });
add('OLD-100', 'Old Fan', {
  ...{ lifecycle: 'obsolete', available: 0 },
  substitutes: [
    { _id: ids.get('BR-900')!, kind: 'similar' },
    { _id: 'removed', kind: 'same' },
  ],
});
add('BULK-7', 'Screw', { price: 0.5, priceBreaks: [{ from: 1000, price: 0.4 }] });
add('TRX-1G-LX', 'Transceiver 1G, 10 km');
add('TRX-1G-LX-A', 'Transceiver 1G, 10 km, aged', { available: 0 });
add('TRX-1G-LX-I', 'Transceiver 1G, 10 km, industrial');
add('HUB-21', 'Hub, 4 ports', { available: 50 });
add('HUB-22', 'Hub, 4 ports');
add('DEAR-1', 'Machine', { price: 9000 });

/** The catalogue's part of it. */
const parts = partsIn(index);

async function matchAll(lines: Line[]): Promise<Match[]> {
  const matched = await matchLines(parts, lines, inTurns(), () => true);
  return matched.map((json) => JSON.parse(json));
}
const match = async (line: Line): Promise<Match> => (await matchAll([line]))[0]!;

/** The kind of a match with the SKUs of its part or its candidates. */
async function found(line: Line | string): Promise<[Match['match'], ...string[]]> {
  const { match: kind, product, candidates } = await match(typeof line === 'string' ? { text: line } : line);
  return [kind, ...[...(product ? [product] : []), ...candidates].map(({ sku }) => sku)];
}

describe('a line', () => {
  test('of which the description has another size than the part is to be confirmed', async () => {
    const facts = { attributes: [{ key: 'capacity', name: 'Capacity', value: 2, unit: 'TB' }] };
    add('SSD-2T', 'Drive', facts);
    assert.deepEqual(await found({ mpn: 'SSD-2T', text: 'NVMe SSD 1 TB' }), ['likely', 'SSD-2T']);
    for (const text of ['NVMe SSD 2 TB', 'SSD 2000GB', 'SSD', 'SSD, 4 GB cache, 2 TB', 'SSD 5 W'])
      assert.deepEqual(await found({ mpn: 'SSD-2T', text }), ['exact', 'SSD-2T'], text);
  });

  test('of which a cell of several words has the number is that part, and its description may contradict it', async () => {
    assert.deepEqual(await found({ mpn: 'CPU C8 47', text: 'Processor' }), ['exact', 'CPU-C8-47']);
    assert.deepEqual(await found({ mpn: 'CPU C8 47', text: 'Fixture BR-900' }), [
      ...['several', 'CPU-C8-47', 'BR-900'],
    ]);
    assert.deepEqual(await found({ mpn: 'Axon CPU-C8-47', text: 'Halbleiter' }), ['likely', 'CPU-C8-47']);
  });

  test('of which the description names another part or calls it off means one of several', async () => {
    add('KIT-900', 'Rail Kit', { shortDetails: 'Fits BR-900.' });
    for (const text of ['BR-900', 'replaced by BR-900', 'NB-E64 or BR-900'])
      assert.deepEqual(await found({ mpn: 'NB-E64', text }), ['several', 'NB-E64', 'BR-900'], text);
    for (const text of [
      'cancelled',
      'DNP',
      'do not order any more',
      'replaced',
      'Server memory, already ordered',
    ])
      assert.deepEqual(await found({ mpn: 'NB-E64', text }), ['several', 'NB-E64'], text);
    assert.deepEqual(await found({ mpn: 'NB-E64', text: 'Rail kit for NB-E64' }), ['likely', 'NB-E64']);
    for (const text of ['Northbridge NB-E64', 'RDIMM, not for desktops', 'NBE-64G-R'])
      assert.deepEqual(await found({ mpn: 'NB-E64', text }), ['exact', 'NB-E64'], text);
    assert.deepEqual(await found({ mpn: 'KIT-900', text: 'Rail kit for BR-900' }), ['exact', 'KIT-900']);
  });

  test('of a misspelt number is the part that has nearly it, whatever words beside it many parts have', async () => {
    assert.deepEqual(await found({ mpn: 'CPU-C8-4T', text: 'Fan' }), ['likely', 'CPU-C8-47']);
  });

  test('is exact by SKU and MPN in any spelling, with or without its quantity', async () => {
    for (const text of [
      'NB-E64',
      'nb e64',
      'NBE64',
      '150 x NB-E64',
      'NB-E64 - 150 pcs',
      'nbe 64g r;150',
      '"NB-E64"',
      'Pos 10: NB-E64 x 200',
      'Pos. 20 200 NB-E64',
    ])
      assert.deepEqual(await found(text), ['exact', 'NB-E64'], text);
    assert.deepEqual(await found({ sku: 'nb-e64' }), ['exact', 'NB-E64']);
    assert.deepEqual(await found({ sku: 'NBE64' }), ['exact', 'NB-E64']);
    assert.deepEqual(await found({ mpn: 'NBE-64G-R' }), ['exact', 'NB-E64']);
    assert.deepEqual(await found({ mpn: 'NB-E64', maker: 'northbridge' }), ['exact', 'NB-E64']);
  });

  test('means several where numbers differ by signs alone, the one that is spelled alike first', async () => {
    assert.deepEqual(await found('1N4148-1'), ['several', '1N4148-1', '1N41481']);
    assert.deepEqual(await found('1N41481'), ['several', '1N41481', '1N4148-1']);
    assert.deepEqual(await found({ mpn: '1n 4148/1' }), ['several', '1N4148-1', '1N41481']);
    assert.deepEqual((await match({ text: '1N4148-1' })).product, undefined);
    assert.deepEqual(
      await found({ sku: '1N4148-1' }),
      ['exact', '1N4148-1'],
      'a SKU is unique as it is spelled',
    );
  });

  test('keeps a decimal comma in its number, and is asked about where the number has no decimals there', async () => {
    add('DC-1M', 'Cable 1 m', { mpn: 'QD-1' });
    add('DC-1M5', 'Cable 1.5 m', { mpn: 'QD-1.5' });
    add('DC-15M', 'Cable 15 m', { mpn: 'QD-9' });
    for (const text of ['QD-1,5 300 Stück', 'QD-1,5 x 300', '300 QD-1,5', 'QD-1.5 300', 'QD-1,5;300']) {
      const { match: kind, product, quantity } = await match({ text });
      assert.deepEqual([kind, product?.sku, quantity], ['exact', 'DC-1M5', 300], text);
    }
    assert.deepEqual(await found('QD-1,300'), ['exact', 'DC-1M'], 'a comma between cells');
    for (const line of [{ sku: 'DC-1,5M' }, { text: 'DC-1,5M 300' }, { text: '300 pcs DC-1.5M' }])
      assert.deepEqual((await found(line)).sort(), ['DC-15M', 'DC-1M5', 'several']);
    for (const line of [{ mpn: 'CPU-C8,47' }, { text: 'CPU-C8.47 200' }, { text: 'CPU-C8,47 200 pcs' }])
      assert.deepEqual(await found(line), ['likely', 'CPU-C8-47']);
  });

  test('is told apart by its maker, and by its maker alone is not sure', async () => {
    assert.deepEqual(await found({ mpn: 'GRM188' }), ['several', 'BX-1', 'AX-1']);
    assert.deepEqual(await found({ mpn: 'GRM188', maker: 'Axon' }), ['exact', 'AX-1']);
    assert.deepEqual(await found({ text: '100 GRM-188', maker: 'BEXON' }), ['exact', 'BX-1']);
    for (const named of [{ mpn: 'NBE-64G-R' }, { sku: 'NBE-64G-R' }, { sku: 'NB-E64' }])
      assert.deepEqual(await found({ ...named, maker: 'Axon' }), ['likely', 'NB-E64']);
    assert.deepEqual(await found({ mpn: 'GRM188', maker: 'Nobody' }), ['several', 'BX-1', 'AX-1']);
  });

  test('means several where its SKU and its MPN are of different parts', async () => {
    assert.deepEqual(await found({ sku: 'BR-900', mpn: 'NBE-64G-R' }), ['several', 'BR-900', 'NB-E64']);
    assert.deepEqual(await found({ sku: 'AX-1', mpn: 'GRM188' }), ['exact', 'AX-1']);
    // What another seller calls it; a maker's number that the shop does not know is of another part.
    assert.deepEqual(await found({ sku: 'UNKNOWN', mpn: 'NBE-64G-R' }), ['exact', 'NB-E64']);
    assert.deepEqual(await found({ sku: 'NB-E64', mpn: 'OTHER-999' }), ['likely', 'NB-E64']);
    assert.deepEqual(await found({ sku: 'NB-E64', mpn: '-' }), ['exact', 'NB-E64'], 'no number');
  });

  test('is likely with one letter wrong, dropped, added or swapped', async () => {
    for (const text of ['D5U-560O-32', '5DU-5600-32', 'CPU-C8-477', 'CPU-C847X', '200x CUP-C8-47'])
      assert.equal((await found(text))[0], 'likely', text);
    assert.deepEqual(await found({ sku: 'CPU-C8-46', quantity: 100 }), ['likely', 'CPU-C8-47']);
    assert.deepEqual(await found({ mpn: 'D5U-5600-3' }), ['likely', 'D5U-5600-32'], 'cut short');
    assert.deepEqual(await found('D5U-5600-36'), ['several', 'D5U-5600-16', 'D5U-5600-32']);
  });

  test('is found by its words', async () => {
    assert.deepEqual(await found('200x DDR5 RDIMM 64GB'), ['likely', 'NB-E64']);
    assert.deepEqual(await found('200x DDR5 UDIMM'), ['several', 'D5U-5600-32', 'D5U-5600-16']);
    assert.deepEqual(await found('bracket'), ['likely', 'BR-900']);
  });

  test('with a part number and words is exact where the words are of the part', async () => {
    assert.deepEqual(await found('150x NB-E64 DDR5 RDIMM 64 GB'), ['exact', 'NB-E64']);
    assert.deepEqual(await found('Bracket for NB-E64, 150 pcs'), ['likely', 'NB-E64']);
    assert.deepEqual(await found('NB-E64 or BULK-7'), ['several', 'NB-E64', 'BULK-7']);
  });

  test('with words of details that others share beside its number is exact, and asked about with words of their names', async () => {
    const shortDetails = 'Tray packed.';
    add('QE-47', 'NB-Q8 Engine, 4.7 GHz', { mpn: 'NB-Q8', shortDetails });
    add('QE-41', 'NB-Q8 Engine, 4.1 GHz', { mpn: 'NB-Q8-41', shortDetails });
    assert.deepEqual(await found('NB-Q8 - 500 pieces, tray packed'), ['exact', 'QE-47']);
    assert.deepEqual(await found('NB-Q8 Engine - 500 pieces'), ['several', 'QE-47', 'QE-41']);
    assert.deepEqual(await found('NB-Q8-41 NB-Q8 Engine - 500 pieces'), ['exact', 'QE-41']);
    assert.deepEqual(await found('500 NB-Q8 / NB-Q8-41'), ['several', 'QE-47', 'QE-41'], 'two parts');
    assert.deepEqual(await found({ mpn: 'NB-Q8/NB-Q8-41' }), ['several', 'QE-41', 'QE-47'], 'two parts');
  });

  test('that names a thing which its part only has is to be confirmed', async () => {
    const facts = { shortDetails: 'Fully modular, 135 mm fan, finned heat sink', mpn: 'PW-850-G' };
    add('PSU-850', 'ATX Power Supply 850 W', { ...facts, attributes: [] });
    for (const text of ['200 fan PSU-850', 'PSU-850 heat sinks 200', '200 pcs power supply fan PSU-850'])
      assert.deepEqual(await found(text), ['likely', 'PSU-850'], text);
    for (const said of ['PSU', 'power supply 850W, modular', 'power supply with fan'])
      assert.deepEqual(await found(`200 ${said} PSU-850`), ['exact', 'PSU-850'], said);
  });

  test('may mean a longer number that its own begins, where it has a rest; what can be bought comes first', async () => {
    const asked = await match({ text: '100 pcs TRX 1G LX ind' });
    assert.deepEqual(
      [asked.match, asked.candidates.map(({ sku }) => sku), asked.answers?.map(({ quantity }) => quantity)],
      ['several', ['TRX-1G-LX', 'TRX-1G-LX-I', 'TRX-1G-LX-A'], [100, 100, 100]],
    );
    assert.deepEqual(await found('100 pcs TRX 1G LX'), ['exact', 'TRX-1G-LX']);
  });

  test('of several parts that are equally likely means first those that can be bought', async () => {
    assert.deepEqual(await found('Hub 4 ports'), ['several', 'HUB-22', 'HUB-21']);
    assert.deepEqual(await found('HUB-2'), ['several', 'HUB-22', 'HUB-21']);
    assert.deepEqual(await found('hubb 4 ports'), ['several', 'HUB-22', 'HUB-21'], 'a misspelt word');
    assert.deepEqual(await found('HUB-21 or HUB-22 in blue'), ['several', 'HUB-22', 'HUB-21']);
  });

  test('whose end looks like a quantity is a part number where that is known', async () => {
    assert.deepEqual(await match({ text: 'CPU-C8 47' }).then(({ quantity }) => quantity), undefined);
    assert.deepEqual(await found('CPU-C8 47'), ['exact', 'CPU-C8-47']);
  });

  test('whose part is known is that part, whatever its text and numbers say', async () => {
    const productId = ids.get('NB-E64')!;
    const byId = await match({ productId, text: '1N4148-1', sku: 'BR-900', quantity: 200 });
    assert.deepEqual(byId, await match({ sku: 'NB-E64', quantity: 200 }));
    assert.equal((await match({ productId })).total, undefined);
  });

  test('whose part is known reads its text for the quantity, and in doubt does not guess', async () => {
    const productId = ids.get('NB-E64')!;
    const read = await match({ productId, text: '230x something' });
    assert.deepEqual([read.quantity, read.problem?.quantities], [230, [200, 250]]);
    const doubtful = await match({ productId, text: '200.000 something' });
    assert.deepEqual([doubtful.quantity, doubtful.readings], [undefined, [200_000, 200]]);
    assert.equal((await match({ productId, text: '200.000 something', quantity: 200 })).readings, undefined);
  });

  test('whose part is gone says so, and means no other part', async () => {
    const {
      match: kind,
      problem,
      ...rest
    } = await match({ productId: 'removed', text: 'NB-E64', quantity: 200 });
    assert.deepEqual([kind, problem?.code, rest], ['none', 'gone', { candidates: [], quantity: 200 }]);
  });

  test('that means nothing is none', async () => {
    for (const line of [
      {},
      { text: '' },
      { text: '--' },
      { text: '150' },
      { sku: '%' },
      { customerRef: 'NB-E64' },
    ])
      assert.deepEqual(await match(line).then(({ match, candidates }) => [match, candidates]), ['none', []]);
    assert.deepEqual(await match({ text: 'Kind regards, 12 people' }), { match: 'none', candidates: [] });
  });

  test('shows five candidates at most', async () => {
    const { candidates } = await match({ text: 'ddr5 dimm' });
    assert.ok(candidates.length > 1);
    for (let n = 0; n < 9; n += 1)
      index.put({ ...plainProduct, _id: `many-${n}`, sku: `MANY-${n}00`, name: 'Washer' });
    assert.equal((await match({ text: 'washer' })).candidates.length, 5);
  });
});

describe('what is read from a line', () => {
  /** The answers of a question, as SKU and quantity. */
  const asked = async (line: Line) =>
    ((await match(line)).answers ?? []).map(({ productId, quantity }) => [
      index.get(productId)!.sku,
      quantity,
    ]);

  test('is told for a line that is taken, and with each answer of a question', async () => {
    add('SW-8', 'Switch, 8 ports');
    add('SW-8-110', 'Switch, 8 ports, managed');
    const taken = await match({ text: 'please send 200 pcs of NB-E64' });
    assert.deepEqual([taken.how, taken.answers], [{ part: 'NB-E64', quantity: '200 pcs' }, undefined]);
    const doubtful = await match({ text: 'SW 8 110' });
    assert.deepEqual(
      doubtful.answers!.map(({ how }) => how),
      [{ part: 'SW 8 110' }, { part: 'SW 8', quantity: '110' }],
    );
    assert.deepEqual([doubtful.match, doubtful.quantity, doubtful.how], ['several', undefined, undefined]);
  });

  test('is a question with each part and quantity that the line may mean', async () => {
    assert.deepEqual(await asked({ text: 'SW 8 110' }), [
      ['SW-8-110', undefined],
      ['SW-8', 110],
    ]);
    assert.deepEqual(await asked({ text: 'NB-E64 200 300' }), [
      ['NB-E64', 200],
      ['NB-E64', 300],
      ['NB-E64', 200_300],
    ]);
    assert.deepEqual(await asked({ text: 'NB-E64 ~250' }), [['NB-E64', 250]]);
    assert.deepEqual(await found('NB-E64x250'), ['likely', 'NB-E64'], 'a number cut out of a word');
    assert.deepEqual(
      await asked({ text: 'NB-E64 US 250' }),
      [['NB-E64', 250]],
      'a variant that there is not',
    );
  });

  test('is no word in brackets but those of courtesy: others may call it off, or be a unit', async () => {
    for (const said of ['urgent', 'please'])
      assert.deepEqual(await found(`200 x BR-900 (${said})`), ['exact', 'BR-900'], said);
    for (const said of [
      'entfällt',
      'already delivered',
      'on hold',
      'annulé',
      'obsolete',
      'dozen',
      'Tsd',
      'red',
    ])
      assert.notEqual((await found(`BR-900 200 (${said})`))[0], 'exact', said);
    for (const text of ['We have 200 BR-900', 'we offer 300 BR-900', 'BR-900 200 plus'])
      assert.deepEqual(await found(text), ['likely', 'BR-900'], text);
    for (const text of ['Please offer 300 BR-900', 'plus 200 BR-900', 'could you offer us 300 BR-900'])
      assert.deepEqual(await found(text), ['exact', 'BR-900'], text);
  });

  test('is asked about where a letter behind the quantity or in brackets may be of the number', async () => {
    add('BR-900I', 'Fixture');
    for (const text of ['BR-900 200 I', 'BR-900 (I) 200', 'BR-900 (Q) 200', '200¹ BR-900'])
      assert.deepEqual(await found(text), ['several', 'BR-900', 'BR-900I'], text);
    assert.deepEqual(await found('I need 200 BR-900'), ['exact', 'BR-900']);
    for (const text of ['BR-900 x2 500', 'BR-900 ×2 500', 'x2 500 BR-900'])
      assert.equal((await match({ text })).quantity, undefined, text);
  });

  test('is asked about where a sign may change the number or the part', async () => {
    for (const text of [
      'BR-900 200-',
      '200* BR-900',
      '200 BR-900+',
      'BR-900# 200',
      'BR-900 200 (?)',
      'BR-900 200.00',
      'BR-900 (~200)',
      '[ ] 200 BR-900',
      '☐ 200 BR-900',
      'BR-900 for 200',
    ]) {
      const { match: kind, quantity } = await match({ text });
      assert.ok(kind !== 'exact' || quantity === undefined, text);
    }
    assert.equal((await match({ text: 'Can you send 200 * BR-900?' })).quantity, 200);
  });

  test('is the number that is spelled out, among others, beside words of another part', async () => {
    add('SPIN-12', 'Spinner 12 V');
    add('SPIN-24Q', 'Slow Spinner', { shortDetails: 'SPIN-12 size, 1200 rpm' });
    const [first] = await asked({ text: 'SPIN-12\t1200 RPM\t600' });
    assert.deepEqual(first, ['SPIN-12', 600]);
  });

  test('is a number behind a comma, where the one before it is of the part', async () => {
    assert.deepEqual(await found('D5U-5600,16,200'), ['likely', 'D5U-5600-16']);
    assert.deepEqual((await asked({ text: 'D5U-5600,16,200' }))[0], ['D5U-5600-16', 200]);
  });

  test('that is called off offers no part alone', async () => {
    for (const text of [
      'please cancel 500 BR-900',
      'do not order BR-900 500',
      'BR-900 500 cancelled',
      '~~BR-900~~ 500',
      '❌ 500 BR-900',
      'BR-900 500 ✗',
      'delete 500 BR-900',
      'bitte streichen: 500 BR-900',
      'RMA 500 BR-900',
    ])
      assert.deepEqual(await found(text), ['several', 'BR-900'], text);
  });

  test('is no price or measure of letters that its part number has', async () => {
    add('RB0402FR-0716R9L', 'Resistor');
    add('KS-DAC050', 'Cable');
    for (const text of ['500 RB0402FR 0716R9L', 'RB0402FR 0716R9L (urgent) 500 pcs', '500 KS-DAC050']) {
      const { match: kind, quantity } = await match({ text });
      assert.deepEqual([kind, quantity], ['exact', 500], text);
    }
  });

  test('may be written with any hyphen', async () => {
    for (const hyphen of ['\u2010', '\u2011', '\u2012', '\u2212'])
      assert.deepEqual(await found(`BR${hyphen}900 200`), ['exact', 'BR-900']);
  });

  test('is never the only one of more parts than are looked at, though a quantity narrows them', async () => {
    for (let n = 0; n < 40; n += 1)
      add(`GASKET-${n}`, 'Rubber Gasket', n === 7 ? { shortDetails: 'For 120 pins' } : {});
    const { match: kind, quantity, product } = await match({ text: 'Rubber Gasket, 120 pcs' });
    assert.deepEqual([kind, quantity, product], ['several', 120, undefined]);
  });

  test('is no quantity of a description beside a part number', async () => {
    const line = { mpn: 'BR-900', text: 'Bracket, carton of 200 pcs' };
    const { match: kind, quantity, readings } = await match(line);
    assert.deepEqual([kind, quantity, readings], ['exact', undefined, undefined]);
  });

  test('is of a cell of quantities what it says of the part', async () => {
    add('TRAYED-1', 'Module', { package: { name: 'Tray', pieces: 50 } });
    const cell = async (quantityText: string, mpn = 'TRAYED-1') => {
      const { match: kind, quantity, readings } = await match({ mpn, quantityText });
      return [kind, quantity, readings];
    };
    assert.deepEqual(await cell('120 pcs'), ['exact', 120, undefined]);
    assert.deepEqual(await cell('1.000'), ['exact', 1000, undefined]);
    assert.deepEqual(await cell('8 trays'), ['exact', undefined, [400]]);
    assert.deepEqual(await cell('250 boxes'), ['exact', undefined, [250]], 'in no package of the part');
    assert.deepEqual(await cell('10 DZ'), ['exact', 120, undefined]);
    assert.deepEqual(await cell('40 (stock 200)'), ['exact', undefined, [40, 200]], 'two numbers');
    assert.deepEqual(await cell('200²'), ['exact', undefined, [200]], 'a footnote');
    assert.deepEqual(await cell('250.000'), ['exact', undefined, [250_000, 250]]);
    assert.deepEqual(await asked({ text: 'TRAYED-1', quantityText: '8 trays' }), [['TRAYED-1', 400]]);
  });
});

describe('the quantity of a line', () => {
  test('may be its last number where nothing is found with it, and stays in doubt', async () => {
    const several = await match({ text: 'DDR5 UDIMM 600' });
    assert.equal(several.match, 'several');
    assert.deepEqual(
      several.candidates.map(({ sku }) => sku),
      ['D5U-5600-32', 'D5U-5600-16'],
    );
    assert.deepEqual([several.quantity, several.readings], [600, undefined]);
    assert.deepEqual(
      several.answers!.map(({ quantity }) => quantity),
      [600, 600],
    );
    const likely = await match({ text: 'bracket 5k' });
    assert.deepEqual(
      [likely.match, likely.product?.sku, likely.quantity, likely.readings],
      ['likely', 'BR-900', 5000, undefined],
    );
    const chosen = await match({ productId: ids.get('BR-900')!, text: 'bracket 5k' });
    assert.deepEqual([chosen.quantity, chosen.readings], [undefined, [5000]]);
    const own = await match({ productId: ids.get('BR-900')!, text: 'Bracket 900' });
    assert.equal(own.readings, undefined, 'a number of the part is none');
    assert.deepEqual(await match({ text: 'nothing known 600' }), { match: 'none', candidates: [] });
  });

  test('is one more search at most, for a line that is not found', async () => {
    let searches = 0;
    const counting: Parts = {
      ...parts,
      find(query) {
        searches += 1;
        return parts.find(query);
      },
    };
    await matchLines(counting, [{ text: 'nothing known 12 600' }], inTurns(), () => true);
    assert.equal(searches, 2);
    await matchLines(counting, [{ text: 'nothing known 12', quantity: 600 }], inTurns(), () => true);
    assert.equal(searches, 3);
  });

  test('is its own, or read from its text, and in doubt neither', async () => {
    assert.equal((await match({ text: '200x NB-E64' })).quantity, 200);
    assert.equal((await match({ text: '200x NB-E64', quantity: 300 })).quantity, 300);
    const doubtful = await match({ text: '200.000 NB-E64' });
    assert.deepEqual(
      [doubtful.quantity, doubtful.readings, doubtful.total],
      [undefined, [200_000, 200], undefined],
    );
    const told = await match({ text: '200.000 NB-E64', quantity: 1000 });
    assert.deepEqual([told.quantity, told.readings], [1000, undefined]);
  });

  test('is not in doubt where the smallest order leaves one reading', async () => {
    const productId = ids.get('NB-E64')!;
    for (const line of [
      { text: '1.000 NB-E64' },
      { text: '1.000 NB-E65' },
      { productId, text: '1.000 NB-E64' },
    ]) {
      const { quantity, readings, product } = await match(line);
      assert.deepEqual([product?.sku, quantity, readings], ['NB-E64', 1000, undefined], line.text);
    }
    // 150 is below the smallest order of 200, 250 is not.
    assert.equal((await match({ text: '150.000 NB-E64' })).quantity, 150_000);
    assert.deepEqual((await match({ text: '250.000 NB-E64' })).readings, [250_000, 250]);
    // Which part is meant is not known, but each has one.
    assert.equal((await match({ text: '1.000 x ddr5 dimm' })).quantity, 1000);
    assert.deepEqual((await match({ text: '250.000 x ddr5 dimm' })).readings, [250_000, 250]);
  });

  test('is asked about where nothing is bound to it and it is about the price of the part', async () => {
    add('PRC-290', 'Priced Part', { price: 289.5, priceBreaks: [{ from: 500, price: 260 }] });
    for (const text of ['PRC-290 290', '290 PRC-290', 'PRC-290;289', 'PRC-290 262']) {
      const { match: kind, quantity, readings, answers } = await match({ text });
      const [number] = readings!;
      assert.deepEqual([kind, quantity, answers!.map((one) => one.quantity)], ['exact', undefined, [number]]);
    }
    for (const text of ['PRC-290 200', 'PRC-290 330', 'PRC-290 x 290', '290 pcs PRC-290', 'Qty: 290 PRC-290'])
      assert.equal(typeof (await match({ text })).quantity, 'number', text);
    const productId = ids.get('PRC-290')!;
    assert.deepEqual((await match({ productId, text: 'PRC-290 290' })).readings, [290]);
    assert.equal((await match({ sku: 'PRC-290', quantity: 290 })).quantity, 290);
  });

  test('is what most numbers of the lines are that nothing is bound to: pieces, or prices', async () => {
    add('PRC-190', 'Part of a Price List', { price: 189.5 });
    const quantities = async (...rests: string[]) =>
      (await matchAll(rests.map((rest) => ({ text: `PRC-190${rest}` })))).map(({ quantity }) => quantity);
    assert.deepEqual(await quantities(' 190', ' 120', ' 1200'), [190, 120, 1200]);
    assert.deepEqual(await quantities(' 190', ' 120'), [undefined, 120]);
    for (const price of [' 190', ' 237.81', ' 240.00', ' $237.81', ' - 237 EUR']) {
      assert.deepEqual(await quantities(' 120', price, price), [undefined, undefined, undefined], price);
      assert.deepEqual(await quantities(' 120 pcs', price, price), [120, undefined, undefined], price);
    }
    const {
      match: kind,
      readings,
      product,
    } = (await matchAll([{ text: 'PRC-190 $237' }, { text: 'PRC-190 $240' }, { text: 'PRC-190 120' }]))[2]!;
    assert.deepEqual([kind, readings, product?.sku], ['exact', [120], 'PRC-190']);
  });

  test('has its price, its total and what advice would save', async () => {
    const { unitPrice, total, advice, problem } = await match({ text: '930 BULK-7' });
    assert.deepEqual([unitPrice, total, problem], [0.5, 465, undefined]);
    assert.deepEqual(advice, { quantity: 1000, total: 400, saved: 65 });
    const more = await match({ sku: 'BULK-7', quantity: 1000 });
    assert.deepEqual([more.unitPrice, more.total, more.advice], [0.4, 400, undefined]);
    assert.equal((await match({ sku: 'BULK-7' })).total, undefined);
  });

  test('has its problem in the words of orders, with the nearest quantities that can be ordered', async () => {
    const problem = async (text: string) => {
      const { code, params, quantities } = (await match({ text })).problem!;
      return [code, params, quantities];
    };
    assert.deepEqual(await problem('130 NB-E64'), ['too_few', { least: 200 }, [200]]);
    assert.deepEqual(await problem('230 NB-E64'), [
      'not_multiple',
      { multiple: 50, below: 200, above: 250 },
      [200, 250],
    ]);
    assert.deepEqual(await problem('99999 NB-E64'), ['too_many', { available: 10_000 }, [10_000]]);
    assert.deepEqual(await problem('NB-E64 250,5 pcs'), ['whole_pieces', undefined, [250, 300]]);
    assert.deepEqual((await problem('200 DEAR-1'))[0], 'over_card_limit');
    assert.equal((await match({ text: '200 NB-E64' })).problem, undefined);
  });

  test('that waits for a day is judged by what is expected then', async () => {
    add('DUE-1', 'Fan of Next Month', {
      ...{ available: 100, expected: [{ dueOn: '2027-03-03', available: 400 }] },
    });
    const ask = async (quantity: number, receiptDate?: string) => {
      const line = { sku: 'DUE-1', quantity, ...(receiptDate && { receiptDate }) };
      const { problem } = await match(line);
      return problem && [problem.code, problem.params];
    };
    assert.deepEqual(await ask(400), ['too_many', { available: 100 }]);
    assert.deepEqual(await ask(400, '2027-03-03'), undefined);
    assert.deepEqual(await ask(500, '2027-03-03'), ['too_many', { available: 400 }]);
    assert.deepEqual(await ask(100, '2027-03-04'), ['too_many', { available: 0 }]);
  });

  test('that waits for a later day than the part shows is left to who places it', async () => {
    const expected = [1, 2, 3, 4, 6].map((day) => ({ dueOn: `2027-03-0${day}`, available: 400 }));
    add('DUE-2', 'Fan of Many Days', { available: 100, expected });
    const ask = async (receiptDate: string) =>
      (await match({ sku: 'DUE-2', quantity: 500, receiptDate })).problem?.code;
    assert.equal(await ask('2027-03-06'), 'too_many');
    assert.equal(await ask('2027-03-05'), 'too_many');
    assert.equal(await ask('2027-03-07'), undefined);
  });

  test('of an obsolete part comes with substitutes on sale', async () => {
    for (const text of ['OLD-100', '100 OLD-100']) {
      const { problem } = await match({ text });
      assert.deepEqual([problem?.code, problem?.params], ['obsolete', { available: 0 }], text);
      assert.deepEqual(
        problem?.substitutes?.map(({ sku }) => sku),
        ['BR-900'],
      );
    }
    assert.equal((await match({ text: '20 OLD-100' })).problem?.code, 'too_few');
  });
});

describe('a line that is none of an order', () => {
  /** Returns the texts that lines are searched by in words, and how often part numbers are looked for. */
  async function workOf(text: string): Promise<{ searched: string[]; numbers: number }> {
    const searched: string[] = [];
    let numbers = 0;
    const count =
      <A extends unknown[], T>(look: (...asked: A) => T) =>
      (...asked: A) => {
        numbers += 1;
        return look(...asked);
      };
    const counted: Parts = {
      ...parts,
      findPart: count(parts.findPart),
      find(query) {
        searched.push(query.q!);
        return parts.find(query);
      },
      numbers: {
        exactly: count(index.numbers.exactly),
        within: count(index.numbers.within),
        beginning: count(index.numbers.beginning),
        misspelt: count(index.numbers.misspelt),
      },
    };
    await matchLines(counted, [{ text }], inTurns(), () => true);
    return { searched, numbers };
  }

  test('is searched by as many words and letters as the name of a part has, and no more', async () => {
    const name = 'Mid-Tower Case with 550 W power supply, mesh front, glass side';
    assert.deepEqual((await workOf(name)).searched, [name], 'a long name');
    const letters = Array.from({ length: 60 }, (_, n) => String.fromCharCode(97 + (n % 26))).join(' ');
    for (const text of [
      letters,
      '1,'.repeat(240),
      '12 gb '.repeat(80),
      'x1'.repeat(240),
      'a1b2c '.repeat(80),
    ]) {
      const { searched, numbers } = await workOf(text);
      const [q = ''] = searched;
      assert.ok(searched.length <= 2 && q.length <= 100 && q.split(' ').length <= 12, q);
      assert.ok(numbers <= MOST_ATOMS + 14, `${numbers} looks at part numbers for ${text}`);
    }
  });
});

describe('many lines', () => {
  test('stay in their order, and the same part twice stays two lines', async () => {
    const matched = await matchAll([{ text: '200 NB-E64' }, { text: 'unknown' }, { text: '300 nb-e64' }]);
    assert.deepEqual(
      matched.map(({ product, quantity }) => [product?.sku, quantity]),
      [
        ['NB-E64', 200],
        [undefined, undefined],
        ['NB-E64', 300],
      ],
    );
  });

  /** Matches, and returns in which round of the event loop each slice began. */
  async function slicesOf(searched: Parts, lines: Line[]): Promise<number[]> {
    let rounds = 0;
    let isDone = false;
    const others = (async () => {
      while (!isDone) {
        await setImmediate();
        rounds += 1;
      }
    })();
    const slices: number[] = [];
    const turns = inTurns();
    const takeTurn = <T>(work: () => Promise<T>) =>
      turns(() => {
        slices.push(rounds);
        return work();
      });
    const matched = await matchLines(searched, lines, takeTurn, () => true);
    isDone = true;
    await others;
    assert.equal(matched.length, lines.length);
    return slices;
  }

  test('give way to other work after each slice', async () => {
    const slow: Parts = {
      ...parts,
      findPart() {
        const end = performance.now() + 1;
        while (performance.now() < end);
        return undefined;
      },
    };
    const slices = await slicesOf(
      slow,
      Array.from({ length: 100 }, (_, n) => ({ sku: `NB-E64${n}` })),
    );
    assert.ok(slices.length > 5);
    assert.equal(new Set(slices).size, slices.length, 'each has its own round of the event loop');
  });

  test('leave half of the time to others while they are searched by words', async () => {
    const slow: Parts = {
      ...parts,
      find() {
        const end = performance.now() + 20;
        while (performance.now() < end);
        return { products: [], total: 0 };
      },
    };
    const slices = await slicesOf(
      slow,
      Array.from({ length: 5 }, (_, n) => ({ text: `nothing known ${'x'.repeat(n)}` })),
    );
    assert.ok(slices.at(-1)! - slices[0]! > 20);
  });

  /** Parts that cost a search each as if there were so many, and what lines mean among them. */
  const among = async (size: number, lines: Line[], find = parts.find) => {
    const matched = await matchLines({ ...parts, size, find }, lines, inTurns(), () => true);
    return matched.map((json): Match => JSON.parse(json));
  };
  const unsearched = (matches: Match[]) =>
    matches.flatMap(({ problem }, n) => (problem?.code === 'not_searched' ? [n] : []));
  const words = (n: number) => ({ text: Array.from({ length: 12 }, (_, at) => `qx${n}z${at}`).join(' ') });

  test('are searched for as far as one request may cost, the same ones each time', async () => {
    let searches = 0;
    const find: Parts['find'] = (query) => {
      searches += 1;
      return parts.find(query);
    };
    const hostile = Array.from({ length: 1_000 }, (_, n) => words(n));
    const left = unsearched(await among(20_000, hostile, find));
    assert.deepEqual(left, [...hostile.keys()].slice(searches), 'all behind those that were searched for');
    assert.ok(searches > 100 && searches < 300, `${searches} searches`);
    assert.deepEqual(unsearched(await among(20_000, hostile)), left);
    const [fewer, more] = [await among(100_000, hostile), await among(200, hostile)].map(unsearched);
    assert.ok(fewer!.length > left.length && more!.length < left.length, 'by how many parts there are');
  });

  test('that are not searched for keep their quantity, and say so', async () => {
    const hostile = Array.from({ length: 999 }, (_, n) => words(n));
    const [read, doubtful] = (
      await among(100_000, [...hostile, { text: '200x nothing' }, { text: '1.000 x nothing at all' }])
    ).slice(-2);
    assert.deepEqual([read!.match, read!.candidates, read!.quantity], ['none', [], 200]);
    assert.deepEqual([read!.problem?.code, read!.problem?.quantities], ['not_searched', []]);
    assert.deepEqual([doubtful!.quantity, doubtful!.readings], [undefined, [1000, 1]]);
  });

  test('of part numbers and of known parts are found behind those, and lines alike that were searched for', async () => {
    const hostile = Array.from({ length: 900 }, (_, n) => words(n));
    const productId = ids.get('NB-E64')!;
    const known = [{ text: '200x NB-E64' }, { sku: 'BR-900' }, { productId, quantity: 200 }, words(0)];
    const matches = (await among(100_000, [...hostile, ...known])).slice(-4);
    assert.deepEqual(unsearched(matches), []);
    assert.deepEqual(
      matches.map(({ match, product }) => [match, product?.sku]),
      [
        ['exact', 'NB-E64'],
        ['exact', 'BR-900'],
        ['exact', 'NB-E64'],
        ['none', undefined],
      ],
    );
  });

  test('as buyers send them are all searched for', async () => {
    const misspelt = Array.from({ length: 100 }, (_, n) => ({ mpn: `D5U-5600-3Q${n}`, quantity: 100 }));
    const names = Array.from({ length: 40 }, (_, n) => words(n));
    const exact = Array.from({ length: 1_000 }, (_, n) => ({ text: `${n + 100}x NB-E64` }));
    for (const lines of [misspelt, names, exact])
      assert.deepEqual(unsearched(await among(100_000, lines)), []);
  });

  test('always have the first one searched for', async () => {
    const [first] = await among(1e12, [words(1), words(2)]);
    assert.equal(first!.problem, undefined);
  });

  test('are left when nobody waits for them any more', async () => {
    assert.deepEqual(await matchLines(parts, [{ text: 'NB-E64' }], inTurns(), () => false), []);
  });
});
