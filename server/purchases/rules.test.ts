import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '#contract/api.ts';
import { refusalsOf } from '#contract/kernel/refusals.ts';
import { createTestDatabase } from '../../tests/fixtures/database.ts';
import { addCaller, addProduct, place } from '../../tests/fixtures/purchases.ts';
import type { Problem } from '../ground/handling/problem.ts';
import { type PurchaseState, renewedHold, requireTransition, TRANSITIONS } from './rules.ts';

test('a purchase goes where the table lets it, and nowhere else', () => {
  const states = Object.keys(TRANSITIONS) as PurchaseState[];
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

test('calls name the refusals of every state that they may find a purchase in', () => {
  const calls = {
    createPaymentIntent: 'paid',
    deleteOrder: 'deleted',
    refundOrder: 'refunded',
  } as const;
  for (const [name, to] of Object.entries(calls)) {
    const refusals = refusalsOf(api[name as keyof typeof calls]);
    for (const from of Object.keys(TRANSITIONS) as PurchaseState[]) {
      if (TRANSITIONS[from].includes(to)) continue;
      assert.throws(
        () => requireTransition(from, to),
        ({ code }: Problem) => refusals.has(code),
        `${name} ${from}`,
      );
    }
  }
});

/** What a purchase in each state looks like. */
const COLUMNS: Record<PurchaseState, string> = {
  held: 'held_until = now(), paid_at = null, transaction_id = null, refunded_at = null, deleted_at = null',
  released: 'held_until = null, paid_at = null, transaction_id = null, refunded_at = null, deleted_at = null',
  paid: "held_until = null, paid_at = now(), transaction_id = 'pi_1', refunded_at = null, deleted_at = null",
  refunded:
    "held_until = null, paid_at = now(), transaction_id = 'pi_1', refunded_at = now(), deleted_at = null",
  deleted: 'held_until = null, paid_at = null, transaction_id = null, refunded_at = null, deleted_at = now()',
};

test('PostgreSQL refuses what the table does not let, and a state without the moments that belong to it', async () => {
  const database = await createTestDatabase();
  try {
    const [caller, product] = [await addCaller(database), await addProduct(database, 1000)];
    const { purchaseId } = await place(database, caller, [[product, 100]]);
    const states = Object.keys(TRANSITIONS) as PurchaseState[];
    const client = await database.pool.connect();
    const set = (state: PurchaseState, columns = COLUMNS[state]) =>
      client.query(`update purchases set state = '${state}', ${columns} where id = '${purchaseId}'`);
    const refused = /violates check constraint|cannot go from/;
    try {
      for (const from of states) {
        for (const to of states) {
          await client.query('begin');
          await client.query('set local session_replication_role = replica');
          await set(from);
          await client.query('set local session_replication_role = origin');
          if (from === to || TRANSITIONS[from].includes(to)) await set(to);
          else await assert.rejects(set(to), refused, `${from} ${to}`);
          await client.query('rollback');
          if (from === to) continue;
          // Of another state are its moments, whatever asks.
          await client.query('begin');
          await client.query('set local session_replication_role = replica');
          await assert.rejects(set(to, COLUMNS[from]), refused, `${to} as ${from}`);
          await client.query('rollback');
        }
      }
    } finally {
      client.release();
    }
  } finally {
    await database.drop();
  }
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
