import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatOrderNumber, parseOrderNumber } from './order-number.ts';

test('parses a number in every spelling', () => {
  const number = 100_234;
  const written = formatOrderNumber(number);
  assert.equal(written, 'NB-100234');
  for (const text of [written, 'nb-100234', 'NB100234', '#100234', ' 100234 ']) {
    assert.equal(parseOrderNumber(text), number, text);
  }
});

test('returns undefined for anything else', () => {
  const others = [
    '',
    'NB-',
    '25',
    '099999',
    '1000000000',
    'NB--100234',
    '100234x',
    '0190-100234',
    '100234 5',
  ];
  for (const text of others) assert.equal(parseOrderNumber(text), undefined, text);
});
