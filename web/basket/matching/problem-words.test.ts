import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shortWords } from './problem-words.ts';
import { aLine, aPart } from './testing.ts';

test('a line is short of what its source has: stock, or the goods of the day that it waits for', () => {
  const [day, later] = ['2027-03-03', '2027-05-05'];
  const part = aPart({ available: 40, expected: [{ dueOn: day, available: 400 }] });
  const words = (quantity: number, receiptDate?: string) =>
    shortWords(aLine({ quantity, ...(receiptDate && { receiptDate }) }), part);
  assert.equal(words(40), undefined);
  assert.equal(words(41), 'Only 40 in stock, 400 more on Mar 3, 2027.');
  assert.equal(words(400, day), undefined);
  assert.equal(words(401, day), 'Only 400 are expected on Mar 3, 2027.');
  assert.equal(words(10, later), 'Nothing is expected on May 5, 2027 any more.');
  assert.equal(shortWords(aLine({ quantity: 1 }), aPart({ available: 0 })), 'Out of stock.');
});
