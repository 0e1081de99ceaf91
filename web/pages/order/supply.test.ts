import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPart } from '../../basket/matching/testing.ts';
import { supplyOf, supplyOn } from './supply.ts';

const today = new Date('2026-11-23T12:00:00Z');
const [MARCH, APRIL, NEXT_YEAR] = ['2027-03-03', '2027-04-01', '2028-01-05'];
const words = (part: Parameters<typeof aPart>[0], quantity: number) => {
  const { now, later } = supplyOf(aPart(part), quantity, today);
  return [now, ...later].join(', ');
};

test('stock says what is there now and when the rest comes', () => {
  const expected = [
    { dueOn: MARCH, available: 300 },
    { dueOn: APRIL, available: 300 },
  ];
  const short = aPart({ available: 600, expected });
  assert.deepEqual(supplyOf(short, 600), { now: '600 in stock', later: [], isEnough: true });
  assert.deepEqual(supplyOf(short, 1000, today), {
    ...{ now: '600 now', isEnough: false },
    later: ['300 on Mar 3', '100 on Apr 1'],
  });
  assert.equal(words({ available: 0, leadDays: 21 }, 100), 'Out of stock, more in 21 days');
  assert.equal(words({ available: 0, leadDays: 21, lifecycle: 'obsolete' }, 100), 'Out of stock');
});

test('a split that minimum or multiple forbid is not promised: what can be had instead is told', () => {
  const expected = [{ dueOn: MARCH, available: 400 }];
  assert.equal(
    words({ available: 600, multiple: 250, minOrder: 250, expected }, 1000),
    '500 now, 250 on Mar 3, 750 at most',
  );
  // 50 are left for March, where 100 are the minimum: they go there, and stock keeps some.
  assert.equal(words({ available: 600, expected }, 650), '550 now, 100 on Mar 3');
  assert.equal(words({ available: 120, expected }, 150), '120 in stock, 150 on Mar 3');
  assert.equal(words({ available: 90, expected }, 400), '90 in stock, 400 on Mar 3');
  assert.equal(words({ available: 600, multiple: 250 }, 1000), '500 now');
});

test('what is more than all that is expected is told to be', () => {
  const expected = [MARCH, APRIL, NEXT_YEAR].map((dueOn) => ({ dueOn, available: 300 }));
  assert.equal(
    words({ available: 600, expected: expected.slice(0, 1) }, 5000),
    '600 now, 300 on Mar 3, 900 at most',
  );
  assert.equal(
    words({ available: 600, expected }, 1500),
    '600 now, 300 on Mar 3, 300 on Apr 1, the rest by Jan 5, 2028',
  );
});

test('a day says what is expected on it; of one after those that the part shows nothing is known', () => {
  assert.deepEqual(supplyOn(MARCH, 300, 400, today), {
    ...{ now: 'on Mar 3', later: ['300 expected'], isEnough: false },
  });
  assert.deepEqual(supplyOn(MARCH, undefined, 400, today), {
    ...{ now: 'on Mar 3', later: ['checked when you order'], isEnough: true },
  });
});
