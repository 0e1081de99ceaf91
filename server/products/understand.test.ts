import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { plainProduct } from '../../tests/fixtures/products.ts';
import { ProductIndex } from './product-index.ts';
import { type NumberAttribute, type Span, sayCondition, understand } from './understand.ts';

/** Attributes with the values that parts on sale have. */
const attributes = [
  attribute('memory', 'capacity', 'Capacity', 'GB', [16, 32, 64]),
  attribute('memory', 'speed', 'Speed', 'MT/s', [4800, 5600]),
  attribute('memory', 'cas', 'CAS latency', undefined, [40, 46]),
  attribute('solid-state-drives', 'capacity', 'Capacity', 'TB', [0.96, 1, 2, 7.68]),
  attribute('solid-state-drives', 'read', 'Read', 'MB/s', [560, 7000]),
  attribute('power-supplies', 'power', 'Power', 'W', [850, 1200]),
  attribute('processors', 'cores', 'Cores', undefined, [8, 64]),
  attribute('processors', 'boost', 'Boost clock', 'GHz', [4.7]),
  attribute('network-cables', 'length', 'Length', 'm', [0.5, 2, 3]),
  attribute('network-cards', 'speed', 'Speed', 'Gbit/s', [10, 25]),
  attribute('case-fans', 'size', 'Size', 'mm', [120]),
  attribute('case-fans', 'weight', 'Weight', 'g', [9, 12, 145]),
  attribute('hard-disks', 'speed', 'Speed', 'rpm', [7200]),
  attribute('resistors', 'resistance', 'Resistance', 'Ω', [4.7, 4700, 10_000]),
  attribute('resistors', 'voltage', 'Voltage', 'V', [3.3, 12]),
  attribute('capacitors', 'capacitance', 'Capacitance', 'µF', [0.0047, 0.1, 100]),
  attribute('cases', 'height', 'Height', 'U', [2, 4]),
];

function attribute(
  category: string,
  key: string,
  name: string,
  unit: string | undefined,
  values: number[],
): NumberAttribute {
  return { category, key, name, unit, has: ({ min, max }) => values.some((x) => x >= min && x <= max) };
}

/** What is understood, in short: the words that are left, and each condition's text, name and value. */
function read(q: string): string[] {
  const { words, conditions } = understand(q, attributes);
  return [words, ...conditions.map((condition) => Object.values(sayCondition(condition, [])).join(' | '))];
}

/** The only condition's values of an attribute, rounded. */
function span(q: string, key: string): Span | undefined {
  const { conditions } = understand(q, attributes);
  assert.equal(conditions.length, 1, q);
  const found = conditions[0]!.attributes.find(({ attribute }) => attribute.key === key);
  return found && { min: round(found.min), max: round(found.max) };
}
const round = (x: number) => (Number.isFinite(x) ? Number(x.toPrecision(6)) : x);
const just = (x: number): Span => ({ min: x, max: x });

describe('a number with a unit', () => {
  test('is a condition in every spelling', () => {
    for (const q of ['32gb', '32 GB', '32GB', '32-gb', '32 gigabyte', '32 gigabytes', '32Gb'])
      assert.deepEqual(span(q, 'capacity'), just(32), q);
    for (const q of ['850w', '850 W', '850-W', '850 watt', '850 Watts', '850watt', '0.85 kW', '850.0w'])
      assert.deepEqual(span(q, 'power'), just(850), q);
    for (const q of ['7200rpm', '7,200 rpm', '7200 RPM']) assert.deepEqual(span(q, 'speed'), just(7200), q);
  });

  test('is converted to the unit of the attribute', () => {
    for (const [q, key, value] of [
      ['1 TB', 'capacity', 1],
      ['960gb', 'capacity', 0.96],
      ['7680 GB', 'capacity', 7.68],
      ['0.032 tb', 'capacity', 32],
      ['2m', 'length', 2],
      ['200 cm', 'length', 2],
      ['2000mm', 'length', 2],
      ['0.5 metres', 'length', 0.5],
      ['12cm', 'size', 120],
      ['4700 mhz', 'boost', 4.7],
      ['5600 MHz', 'speed', 5600],
      ['25gbe', 'speed', 25],
      ['25 Gb/s', 'speed', 25],
      ['25000 mbit/s', 'speed', 25],
      ['7 GB/s', 'read', 7000],
      ['100nF', 'capacitance', 0.1],
      ['100 uF', 'capacitance', 100],
      ['100µF', 'capacitance', 100],
      ['0.145 kg', 'weight', 145],
      ['2u', 'height', 2],
      ['10 kΩ', 'resistance', 10_000],
      ['10 kohm', 'resistance', 10_000],
      ['10k', 'resistance', 10_000],
      ['3300 mV', 'voltage', 3.3],
    ] as const)
      assert.deepEqual(span(q, key), just(value), q);
  });

  test('may have a decimal comma, which is not one between thousands', () => {
    for (const [q, key, value] of [
      ['0,5m', 'length', 0.5],
      ['0,5 m', 'length', 0.5],
      ['0,960 tb', 'capacity', 0.96],
      ['4,7 GHz', 'boost', 4.7],
      ['4,7kΩ', 'resistance', 4700],
      ['7,000 MB/s', 'read', 7000],
    ] as const)
      assert.deepEqual(span(q, key), just(value), q);
    assert.deepEqual(read('cable 0,5m'), ['cable', '0,5m | Length | 0.5 m']);
    for (const q of ['1,2m', '1,3 m', '5,2'])
      assert.deepEqual(read(q), [q], 'not the number after the comma');
  });

  test('may have its letter in place of the point', () => {
    for (const [q, key, value] of [
      ['4k7', 'resistance', 4700],
      ['4K7', 'resistance', 4700],
      ['4R7', 'resistance', 4.7],
      ['3V3', 'voltage', 3.3],
      ['4n7', 'capacitance', 0.0047],
    ] as const)
      assert.deepEqual(span(q, key), just(value), q);
  });

  test('counts what an attribute is called by', () => {
    assert.deepEqual(span('64 cores', 'cores'), just(64));
    assert.deepEqual(span('64-core', 'cores'), just(64));
  });

  test('may be of several attributes, in their units', () => {
    const [condition] = understand('1000 GB', attributes).conditions;
    assert.deepEqual(
      condition!.attributes.map(({ attribute: { category } }) => category),
      ['solid-state-drives'],
    );
    assert.deepEqual(
      understand('>1 GB', attributes).conditions[0]!.attributes.map(
        ({ attribute: { category } }) => category,
      ),
      ['memory', 'solid-state-drives'],
    );
  });
});

describe('a comparison', () => {
  const open = (from: number, to: number): Span => ({ min: from, max: to });
  test('is a sign or a word', () => {
    for (const q of [
      '>500 W',
      '> 500w',
      '≥500w',
      '>=500W',
      'over 500 W',
      'at least 500w',
      '500w+',
      'min 500 W',
      'from 500 W',
    ])
      assert.deepEqual(span(q, 'power'), open(500, Infinity), q);
    for (const q of [
      '<1 kW',
      '<= 1000w',
      '≤1000W',
      'under 1000 w',
      'Up To 1000 W',
      'max 1000w',
      'less than 1 kW',
    ])
      assert.deepEqual(span(q, 'power'), open(-Infinity, 1000), q);
  });

  test('leaves its end out where it says so', () => {
    const texts = (q: string) => understand(q, attributes).conditions.map(({ text }) => text);
    assert.deepEqual(texts('>1200w'), []);
    assert.deepEqual(texts('>=1200w'), ['>=1200w']);
    assert.deepEqual(texts('<850w'), []);
    assert.deepEqual(texts('<=850w'), ['<=850w']);
  });

  test('needs no unit after a sign', () => {
    assert.deepEqual(read('ddr5 32gb >5000'), [
      'ddr5',
      '32gb | Capacity | 32 GB',
      '>5000 | Any number | more than 5,000',
    ]);
    assert.deepEqual(read('max 5000'), ['max 5000']);
  });

  test('is of the attribute that is named before it', () => {
    assert.deepEqual(read('ddr5 speed > 5000'), ['ddr5', 'speed > 5000 | Speed | more than 5,000']);
    assert.deepEqual(read('cas latency<=40'), ['', 'cas latency<=40 | CAS latency | at most 40']);
    assert.deepEqual(read('cas:46 udimm'), ['udimm', 'cas:46 | CAS latency | 46']);
    assert.deepEqual(read('power>=850'), ['', 'power>=850 | Power | at least 850 W']);
    assert.deepEqual(read('memory > 32gb')[0], 'memory');
    assert.deepEqual(read('case:46'), ['case:46']);
  });
});

describe('a range', () => {
  test('has a unit at its end or at both', () => {
    for (const q of [
      '10-25 g',
      '10-25g',
      '10g-25g',
      '10 - 25 g',
      '10–25 g',
      '10..25 g',
      '10 to 25 g',
      '10 g to 25 g',
      'between 10 and 25 g',
      'from 10 to 25 g',
    ])
      assert.deepEqual(span(q, 'weight'), { min: 10, max: 25 }, q);
    assert.deepEqual(span('500 GB - 1 TB', 'capacity'), { min: 0.5, max: 1 });
    assert.deepEqual(read('10-25 g'), ['', '10-25 g | Speed or Weight | 10 to 25 g']);
  });

  test('is a word without a unit, and backwards', () => {
    for (const q of ['10-25', '5600-32', '25-10 g']) assert.deepEqual(read(q), [q]);
  });
});

describe('a price', () => {
  const price = (q: string) => understand(q, attributes).conditions[0]?.price;
  test('has a dollar sign or says so', () => {
    for (const q of [
      '$20-30',
      '$20-$30',
      '$20 - $30',
      '20-30 usd',
      '20 to 30 dollars',
      'between $20 and $30',
      '20$-30$',
    ])
      assert.deepEqual(price(q), { min: 20, max: 30 }, q);
    for (const q of ['under $50', '<$50', '< $ 50', 'less than 50 usd', '<50$'])
      assert.ok(Math.abs(price(q)!.max - 50) < 1e-6, q);
    assert.deepEqual(price('$1,250.50+'), { min: 1250.5, max: Infinity });
    assert.deepEqual(price('$49.90'), just(49.9));
    assert.deepEqual(read('fan under $5'), ['fan', 'under $5 | Price | less than $5']);
  });

  test('of whole dollars has any cents', () => {
    const { min, max } = price('$20')!;
    assert.ok(min <= 20 && max >= 20.99 && max < 21);
    assert.deepEqual(read('$20'), ['', '$20 | Price | $20']);
  });

  test('leaves its end out where it says so', () => {
    assert.ok(price('<$50')!.max < 50);
    assert.ok(price('<=$50')!.max >= 50);
    assert.ok(price('>$50')!.min > 50);
  });
});

describe('a condition', () => {
  const memory = {
    ...{ ...plainProduct, category: { slug: 'memory', name: 'Memory' } },
    attributes: [
      { key: 'capacity', name: 'Capacity', value: 32, unit: 'GB' },
      { key: 'speed', name: 'Speed', value: 5600, unit: 'MT/s' },
    ],
  };
  /** Finds that product, and others, so that categories have the values that are asked for. */
  const holds = (q: string, product = memory) => {
    const index = new ProductIndex();
    index.categories = ['memory', 'cases'].map((slug) => ({
      ...{ slug, name: slug, revision: 1 },
      attributes: attributes
        .filter(({ category }) => category === 'memory')
        .map(({ key, name, unit }) => ({ key, name, kind: 'number', ...(unit !== undefined && { unit }) })),
    }));
    const others = [16, 64].map((value) => ({ ...memory.attributes[0]!, value }));
    index.put(product);
    for (const capacity of others)
      index.put({
        ...{ ...memory, _id: `id-${capacity.value}`, sku: `OTHER-${capacity.value}`, price: 2 },
        attributes: [capacity, { ...memory.attributes[1]!, value: 4800 }],
      });
    return index.find({ q }).ids.includes(product._id);
  };

  test('is satisfied by one of the attributes that it can be about', () => {
    for (const q of ['32gb', '>5000', '32gb >5000', '0.032 TB', '$1', '16-64 GB']) assert.ok(holds(q), q);
    for (const q of ['64gb', 'speed<5000', '32gb speed<5000', '$2', '>32gb']) assert.ok(!holds(q), q);
    assert.ok(!holds('32gb', { ...memory, category: { slug: 'other', name: 'Other' } }));
  });

  test('is about what the found parts have', () => {
    const [condition] = understand('>5000', attributes).conditions;
    assert.deepEqual(sayCondition(condition!, [memory]), {
      ...{ text: '>5000', name: 'Speed', value: 'more than 5,000 MT/s' },
    });
  });
});

test('no more than four numbers are conditions, each of which is a look at all parts', () => {
  let looks = 0;
  const has = () => {
    looks += 1;
    return true;
  };
  const counted = attributes.map((one) => ({ ...one, has }));
  const { words, conditions } = understand('>1 >2 >3 >4 >5 >6 >7 >8', counted);
  assert.equal(conditions.length, 4);
  assert.equal(words, '>5 >6 >7 >8');
  assert.equal(looks, 4 * attributes.length);
});

test('a number that no part has, and everything else, stays a word', () => {
  for (const q of [
    ...['', 'ddr5', '850', '33gb', '9 cores', '9000 rpm', '5 bananas', 'NB-C8', 'D5U-5600-32', '1N4148-1'],
    ...[
      'x850w',
      '850w/x',
      '850wx',
      'gb 32',
      '>',
      '> <',
      '$',
      '$-5',
      '>fan',
      '32,5gb',
      '1.2.3 gb',
      ':5',
      '=5',
      '5:',
    ],
    ...['9'.repeat(40), `${'9'.repeat(40)}gb`, '32gb-', '-32gb', '10-', '10-gb-25'],
  ])
    assert.deepEqual(read(q), [q]);
});

test('the text of a condition taken out of the query takes the condition away, and no other', () => {
  const q = 'ddr5 32gb >5000 under $80 udimm';
  const texts = (some: string) => understand(some, attributes).conditions.map(({ text }) => text);
  for (const text of texts(q))
    assert.deepEqual(
      texts(q.replace(text, '')),
      texts(q).filter((one) => one !== text),
    );
  assert.equal(texts(q).length, 3);
});

test('any text is read, and what is not understood is left', () => {
  const pieces = fc.constantFrom(
    '$',
    '>',
    '<=',
    '-',
    '..',
    ' to ',
    'between ',
    '5',
    '32',
    'gb',
    ' ',
    'k',
    ',',
    '+',
    ':',
    'µ',
    '\ud800',
  );
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.array(pieces, { maxLength: 20 }).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(text, (q) => {
      const { words, conditions } = understand(q, attributes);
      const squeezed = (some: string) => some.replace(/\s/gu, '').length;
      const taken = conditions.map(({ text: one }) => squeezed(one)).reduce((a, b) => a + b, 0);
      assert.equal(squeezed(words) + taken, squeezed(q));
      for (const condition of conditions) assert.ok(q.includes(condition.text));
    }),
  );
});

test('a query of many numbers is no more than so many looks for parts that have them', () => {
  const looksOf = (q: string) => {
    let looks = 0;
    const counted = attributes.map((one) => ({
      ...one,
      has(span: Span) {
        looks += 1;
        return one.has(span);
      },
    }));
    understand(q, counted);
    return looks;
  };
  const unknown = (count: number) => Array.from({ length: count }, (_, n) => `${n + 333}gb`).join(' ');
  const few = looksOf(unknown(6));
  assert.ok(few > 0);
  assert.ok(looksOf(unknown(60)) <= 2 * few);
});

test('what an attribute counts is read from its name once, not with each number of each query', () => {
  let reads = 0;
  const cores = Object.defineProperty(attribute('processors', 'cores', 'Cores', undefined, [8]), 'name', {
    get: () => {
      reads += 1;
      return 'Cores';
    },
  });
  for (let n = 20; n < 60; n += 1) assert.deepEqual(understand(`${n} cores`, [cores]).conditions, []);
  assert.equal(understand('8 cores', [cores]).conditions.length, 1);
  assert.equal(reads, 1);
});
