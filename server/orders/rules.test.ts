import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ORDER_TRANSITIONS, type OrderState, orderState, renewedHold, requireTransition } from './rules.ts';

test('an order goes where the table lets it, and nowhere else', () => {
  const states = Object.keys(ORDER_TRANSITIONS) as OrderState[];
  const refused: Record<string, string> = {};
  const allowed: string[] = [];
  for (const from of states) {
    for (const to of states) {
      try {
        requireTransition(from, to);
        allowed.push(`${from} ${to}`);
      } catch (error) {
        refused[from] = (error as { code: string }).code;
      }
    }
  }
  assert.deepEqual(allowed, [
    'held released',
    'held paid',
    'held deleted',
    'released held',
    'released paid',
    'released deleted',
    'paid refunded',
  ]);
  assert.deepEqual(refused, {
    held: 'not_paid',
    released: 'not_paid',
    paid: 'already_paid',
    refunded: 'already_refunded',
    deleted: 'order_deleted',
  });
});

test('a state is what the columns mean', () => {
  const none = { deleted_at: null, refunded_at: null, paid_at: null, held_until: null };
  const at = new Date();
  assert.equal(orderState(none), 'released');
  assert.equal(orderState({ ...none, held_until: at }), 'held');
  assert.equal(orderState({ ...none, paid_at: at }), 'paid');
  assert.equal(orderState({ ...none, paid_at: at, refunded_at: at }), 'refunded');
  assert.equal(orderState({ ...none, deleted_at: at }), 'deleted');
});

test('a hold is renewed for what paying takes while an address is not proven, and never for longer than usual', () => {
  const renew = (isProven: boolean, holdMinutes: number, unprovenMinutes: number) =>
    renewedHold(isProven, { holdMinutes, unprovenMinutes });
  assert.deepEqual(renew(true, 1440, 120), { holdMinutes: 1440 });
  assert.deepEqual(renew(false, 1440, 120), { holdMinutes: 30, provenMinutes: 1440 });
  assert.deepEqual(renew(false, 1440, 10), { holdMinutes: 10, provenMinutes: 1440 });
  assert.deepEqual(renew(false, 20, 20), { holdMinutes: 20 });
  assert.deepEqual(renew(false, 1440, 1440), { holdMinutes: 1440 }, 'the shop makes no difference');
  assert.deepEqual(renew(false, 25, 120), { holdMinutes: 25 });
});
