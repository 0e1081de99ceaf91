import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ORDER_STATES } from '#contract/purchases/states.ts';
import { ordersPath, readFilter, VIEWS } from './order-filter.ts';

test('a filter survives the round trip through the address', () => {
  const filter = { q: 'case fan & 120', state: 'to_pay' } as const;
  const path = ordersPath(filter);
  assert.equal(path, '/dashboard?q=case+fan+%26+120&state=to_pay');
  assert.deepEqual(readFilter(new URL(path, 'http://shop').searchParams), filter);
});

test('empty and unknown values filter nothing', () => {
  assert.deepEqual(readFilter(new URLSearchParams('q=%20&state=lost')), {});
  assert.equal(ordersPath({ q: '' }), '/dashboard');
});

test('every state of the contract has its view, but the one that no order has yet', () => {
  assert.deepEqual(
    VIEWS.slice(1).map(({ state }) => state),
    ORDER_STATES.filter((state) => state !== 'accepted'),
  );
});
