import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EventReader, mayRead } from '#contract/log/policy.ts';
import { EVENT_KINDS, type Event } from '#contract/log/schema.ts';
import { newId } from '../ground/database/uuid.ts';
import { toPurchaseHistory } from './history.ts';

const event = (kind: string, facts?: Event['facts']): Event => ({
  ...{ _id: newId(), at: '2027-03-03T10:00:00Z', kind, who: 'shop', what: kind, why: 'Why' },
  ...{ productName: 'Part', ...(facts && { facts }) },
});
const told = (events: Event[]) =>
  toPurchaseHistory(events, 'admin').map(({ lines, facts }) => [lines, facts]);

test('lines to which the same happened at once are one entry, those with other facts another one', () => {
  const [a, b] = [{ expectedOn: '2027-04-01' }, { expectedOn: '2027-04-02' }];
  const events = [a, b, a].map((facts) => event('order_placed', facts));
  assert.deepEqual(told([...events, event('order_placed')]), [
    [2, a],
    [1, b],
    [1, undefined],
  ]);
});

test('pieces of a line are told for each line, also where they are as many', () => {
  const facts = { intentId: 'pi_1', pieces: 3, cents: 30 };
  assert.deepEqual(told([event('pieces_refunded', facts), event('pieces_refunded', facts)]), [
    [1, facts],
    [1, facts],
  ]);
});

test('notes for staff are told to staff only', () => {
  const events = [event('note_added'), event('buyer_told')];
  const kindsFor = (reader: EventReader) => toPurchaseHistory(events, reader).map(({ kind }) => kind);
  assert.deepEqual([kindsFor('staff'), kindsFor('buyer')], [['note_added', 'buyer_told'], ['buyer_told']]);
});

test('reasons are told to those who may read them, whether in the history or in the log', () => {
  const kinds = ['order_paid', 'promise_lost', 'refund_failed'] as const;
  const told = (reader: EventReader) =>
    toPurchaseHistory(
      kinds.map((kind) => event(kind)),
      reader,
    )
      .filter(({ why }) => why)
      .map(({ kind }) => kind);
  assert.deepEqual(told('buyer'), ['order_paid']);
  assert.deepEqual(told('staff'), ['order_paid', 'promise_lost']);
  assert.deepEqual(told('admin'), [...kinds]);
  // The log tells reasons of all that it shows.
  for (const kind of EVENT_KINDS)
    for (const reader of ['buyer', 'staff', 'admin'] as const)
      if (mayRead(reader, 'log', kind)) assert.ok(mayRead(reader, 'why', kind), `${reader}, ${kind}`);
});
