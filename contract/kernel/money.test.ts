import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf, doubtfulDollars, formatCount, parseCount, parseDollars, parsePrice } from './money.ts';

test('a count is read as it is written, with commas between thousands or without, and with decimals to refuse', () => {
  for (const count of [0, 7, 999, 1_000, 12_500, 2_147_483_647]) {
    assert.equal(parseCount(formatCount(count)), count);
    assert.equal(parseCount(` ${count} `), count);
  }
  assert.equal(parseCount('1,000.5'), 1000.5);
  for (const text of [
    '',
    ',',
    ',000',
    '1,00',
    '1,0000',
    '1000,000',
    '1,000,',
    '1e2',
    '0x64',
    '1.5.5',
    '1.',
    '.5',
    '-1',
    '+1',
    '1 000',
    '٣',
  ])
    assert.equal(parseCount(text), Number.NaN, text);
});

test('dollars are read with their sign or without, and never with a comma before decimals', () => {
  assert.deepEqual(['1,234.5', '$2', ' $ 0.0125', '.5'].map(parseDollars), [1234.5, 2, 0.0125, 0.5]);
  for (const text of ['', '.', '$', '1,50', '1.234,50', '-1', '1e3', '$$1', '1 €'])
    assert.equal(parseDollars(text), Number.NaN, text);
});

test('a sum with a point before three digits is in doubt, and a unit price is not', () => {
  for (const text of ['6.000', ' $6.000']) assert.equal(parseDollars(text), Number.NaN, text);
  assert.deepEqual(doubtfulDollars('6.000'), { thousands: '6,000', decimals: '6.00' });
  for (const text of ['6,000', '6.00', '1,234.500', '0.125', '6.0000'])
    assert.equal(doubtfulDollars(text), undefined, text);
  assert.deepEqual(['1.234', '0.0125'].map(parsePrice), [1.234, 0.0125]);
});

test('a number of things has the word of one, or of many', () => {
  assert.equal(countOf(1, 'line'), '1 line');
  assert.equal(countOf(0, 'line'), '0 lines');
  assert.equal(countOf(1_200, 'entry', 'entries'), '1,200 entries');
});
