import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Facets } from '#contract/products/product-lists.ts';
import { chipsOf, withoutChips, withoutText } from './chips.ts';
import { type GridState, gridPath } from './grid-address.ts';

const facets: Facets = {
  total: 1,
  categories: [],
  makers: [],
  inStock: 1,
  facets: [
    {
      key: 'capacity',
      name: 'Capacity',
      kind: 'number',
      unit: 'GB',
      values: [{ value: 1024, parameter: '1024', count: 1 }],
    },
    { key: 'ecc', name: 'ECC', kind: 'yesno', values: [] },
  ],
  understood: [{ text: '32GB', name: 'Capacity', value: '32 GB' }],
};

const state: GridState = {
  q: 'DDR5 32gb  ecc',
  category: 'memory',
  makers: ['Ohm, Sons'],
  price: { min: 5 },
  inStock: true,
  facets: { capacity: { values: ['1024', '16'] }, ecc: { values: ['yes'] }, speed: { max: 5600 } },
  sort: 'price',
  view: 'list',
};

test('each condition is a chip, in words, and its link takes it away and nothing else', () => {
  const chips = chipsOf(state, facets);
  assert.deepEqual(
    chips.map(({ name, value }) => `${name ?? ''}: ${value.replaceAll('\u00a0', ' ')}`),
    [
      ': “DDR5 ecc”',
      'Capacity: 32 GB',
      'Maker: Ohm, Sons',
      ': In stock now',
      'Price: from $5.00',
      'Capacity: 1,024 GB',
      'Capacity: 16 GB',
      'ECC: Yes',
      'speed: up to 5,600',
    ],
  );
  const all = new URL(gridPath(state), 'http://shop').searchParams;
  const changes = chips.map(({ without }) => {
    const left = new URL(gridPath(without), 'http://shop').searchParams;
    return [...all].filter(([name, text]) => left.get(name) !== text).map(([name]) => [name, left.get(name)]);
  });
  assert.deepEqual(changes, [
    [['q', '32GB']],
    [['q', 'DDR5 ecc']],
    [['maker', null]],
    [['inStock', null]],
    [['price', null]],
    [['f.capacity', '16']],
    [['f.capacity', '1024']],
    [['f.ecc', null]],
    [['f.speed', null]],
  ]);
});

test('without all chips, category, order and view stay', () => {
  assert.equal(gridPath(withoutChips(state)), '/allProducts?category=memory&sort=price&view=list');
});

test('a text is taken out of another where it stands first, with one of the spaces around it', () => {
  for (const [text, part, rest] of [
    ['ddr5 32gb', '32GB', 'ddr5'],
    ['>5000 fan', '>5000', 'fan'],
    ['fan 2 m  cable', '2 m', 'fan cable'],
    ['2m 2m', '2m', '2m'],
    ['fan', '32', 'fan'],
  ] as const)
    assert.equal(withoutText(text, part), rest);
});
