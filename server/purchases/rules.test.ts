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
    'asked held',
    'asked released',
    'asked deleted',
    'held asked',
    'held released',
    'held accepted',
    'held paid',
    'held deleted',
    'released asked',
    'released held',
    'released paid',
    'released deleted',
    'accepted paid',
    'paid refunded',
  ]);
  assert.deepEqual(refused, {
    asked: 'not_approved',
    held: 'not_paid',
    released: 'not_paid',
    accepted: 'already_accepted',
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

/** What a purchase in each state looks like: the moments that it has, and the other columns that belong to them. */
const MOMENTS = ['held_until', 'asked_at', 'accepted_at', 'paid_at', 'refunded_at', 'deleted_at'] as const;
const COLUMNS = Object.fromEntries(
  Object.entries({
    asked: ['held_until', 'asked_at'],
    held: ['held_until'],
    released: [],
    accepted: ['accepted_at'],
    paid: ['accepted_at', 'paid_at'],
    refunded: ['accepted_at', 'paid_at', 'refunded_at'],
    deleted: ['deleted_at'],
  } satisfies Record<PurchaseState, (typeof MOMENTS)[number][]>).map(([state, has]: [string, string[]]) => {
    const moments = MOMENTS.map((moment) => `${moment} = ${has.includes(moment) ? 'now()' : 'null'}`);
    const isPaid = has.includes('paid_at');
    moments.push(`accepted_by = ${has.includes('accepted_at') ? "'card'" : 'null'}`);
    moments.push(
      `transaction_id = ${isPaid ? "'pi_1'" : 'null'}, paid_cents = ${isPaid ? 'payable_cents' : 0}`,
    );
    return [state, moments.join(', ')];
  }),
) as Record<PurchaseState, string>;

test('PostgreSQL refuses what the table does not let, and a state without the moments that belong to it', async () => {
  const database = await createTestDatabase();
  try {
    const [caller, product] = [await addCaller(database), await addProduct(database, 1000)];
    const { purchaseId } = await place(database, caller, [[product, 100]]);
    const states = Object.keys(TRANSITIONS) as PurchaseState[];
    const client = await database.pool.connect();
    const set = (state: PurchaseState, columns = COLUMNS[state]) =>
      client.query(`update purchases set state = '${state}', ${columns} where id = '${purchaseId}'`);
    const refused = /violates check constraint|cannot go from|what was accepted does not change/;
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
