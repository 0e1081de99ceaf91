import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allOrdersPath, readView } from './filter.ts';

test('an address is read as it was written', () => {
  const filter = {
    q: 'NB-100234',
    state: 'paid',
    buyer: 'a@example.com',
    part: 'AF-1',
    unshipped: 'overdue',
    refund: 'owed',
  } as const;
  const days = { from: '2026-03-01', until: '2026-03-31' };
  const view = { filter: { ...filter, ...days }, sort: '-total', rows: 100 } as const;
  const path = allOrdersPath(view.filter, view);
  assert.deepEqual(readView(new URL(path, 'http://localhost').searchParams), view);
  assert.equal(allOrdersPath({}, { rows: 50 }), '/dashboard/manageAllOrders');
});

test('what is to ship has the address of Shipping, where those that were paid first come first', () => {
  const filter = { ...readView(new URLSearchParams()).filter, part: 'AF-1', unshipped: 'yes' } as const;
  const path = allOrdersPath(filter, { sort: 'paid' });
  assert.equal(path, '/dashboard/shipping?part=AF-1');
  const { searchParams } = new URL(path, 'http://localhost');
  assert.deepEqual(readView(searchParams, true), { filter, sort: 'paid', rows: 50 });
  assert.equal(allOrdersPath({ unshipped: 'overdue' }), '/dashboard/shipping?unshipped=overdue');
});

test('what the shop does not know is left out', () => {
  const { filter, sort, rows } = readView(
    new URLSearchParams('state=lost&unshipped=no&refund=no&sort=colour&rows=7&q=%20'),
  );
  assert.deepEqual(Object.values(filter).filter(Boolean), []);
  assert.deepEqual([sort, rows], [undefined, 50]);
});
