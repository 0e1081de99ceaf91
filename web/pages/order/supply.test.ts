import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPart } from '../../matching/testing.ts';
import { supplyOf, supplyOn } from './supply.ts';

test('stock says what is there now and when the rest comes', () => {
  const expected = [
    { dueOn: '2027-03-03', available: 300 },
    { dueOn: '2027-04-01', available: 300 },
  ];
  const short = aPart({ available: 600, expected });
  assert.deepEqual(supplyOf(short, 600), { now: '600 in stock', later: [], isEnough: true });
  assert.deepEqual(supplyOf(short, 1000), {
    ...{ now: '600 now', isEnough: false },
    later: ['300 on Mar 3', '100 on Apr 1'],
  });
  assert.deepEqual(supplyOf(aPart({ available: 0, leadDays: 21 }), 100).later, ['more in 21 days']);
  const old = aPart({ available: 0, leadDays: 21, lifecycle: 'obsolete' });
  assert.deepEqual(supplyOf(old, 100).later, []);
});

test('a day says what is expected on it; of one after those that the part shows nothing is known', () => {
  assert.deepEqual(supplyOn('2027-03-03', 300, 400), {
    ...{ now: 'on Mar 3', later: ['300 expected'], isEnough: false },
  });
  assert.deepEqual(supplyOn('2027-03-03', undefined, 400), {
    ...{ now: 'on Mar 3', later: ['checked when you order'], isEnough: true },
  });
});
