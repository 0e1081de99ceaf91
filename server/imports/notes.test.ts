import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ImportMapping } from '#contract/imports/schema.ts';
import { Headers } from './headers.ts';
import { leaveNotedPrices } from './notes.ts';

/** The column of the price, and what is asked about columns. */
function read(headers: string, lines: string[], beside: string[] = [], mapping: ImportMapping = {}) {
  const matched = new Headers([]).match(headers.split(';'), mapping);
  const rows = lines.map((line) => ({ cells: line.split(';') }));
  leaveNotedPrices(matched, rows, beside, mapping);
  const price = matched.columns.find(({ field }) => field === 'price')?.column;
  return [price, ...matched.asks.map(({ columns, examples }) => [...columns, ...examples].join(': '))];
}

describe('a note that names another currency', () => {
  const headers = 'sku;name;Price;Price breaks';
  const rows = ['A;Fan;5;10:4', 'B;Fan;6;'];

  test('leaves out prices that do not say theirs, until somebody says that they are in dollars', () => {
    const left = (note: string) => [undefined, `Price: EUR: ${note}`, `Price breaks: EUR: ${note}`];
    assert.deepEqual(read(headers, rows, ['prices_eur.csv']), left('prices_eur.csv'));
    assert.deepEqual(read(headers, [...rows, 'Prices in €, net;;;']), left('Prices in €, net'));
    assert.deepEqual(read(headers, [';;EUR;', ...rows]), left('EUR'));
    assert.deepEqual(read('sku;Price €;Price breaks', ['A;5;10:4']), [
      ...[undefined, 'Price €: EUR', 'Price breaks: EUR: Price €'],
    ]);
    const mapping = { Price: 'price', 'Price breaks': 'price_breaks' } as const;
    assert.deepEqual(read(headers, rows, ['prices_eur.csv'], mapping), ['Price']);
  });

  test('counts less than what headers, rows and cells say', () => {
    const beside = ['eur-and-usd.csv'];
    assert.deepEqual(read('sku;Price USD', ['A;5'], beside), ['Price USD']);
    assert.deepEqual(read('sku;Price;Currency', ['A;5;USD'], beside), ['Price']);
    assert.deepEqual(read('sku;Price', ['A;$5', 'B;'], beside), ['Price']);
    assert.deepEqual(read('sku;Price', ['A;5'], ['usd.csv', 'Preisliste CAD']), ['Price']);
  });
});

test('a note that prices are of several pieces, or with tax, leaves them out', () => {
  const asked = (note: string) => read('sku;Price', ['A;5'], [note]).slice(1);
  for (const note of ['Prices per 100 pcs', 'Preise/100 Stück', 'Preise je VPE', 'Preise inkl. 19 % MwSt.'])
    assert.deepEqual(asked(note), [`Price: ${note}`]);
  for (const note of [
    'Prices per 01.10.2026',
    'Prices excl. VAT',
    'Price per piece',
    'incl. freight, 100 pcs',
  ])
    assert.deepEqual(asked(note), []);
  assert.deepEqual(read('sku;Price;Price Unit', ['A;5;100'], ['Prices per 100 pcs']), ['Price']);
  assert.deepEqual(read('sku;Price', ['A;5'], ['Prices per 100 pcs'], { Price: 'price' }), ['Price']);
});
