import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '#contract/events.ts';
import { newId } from '../database/uuid.ts';
import { toPurchaseHistory } from './history.ts';

const event = (kind: string, facts?: Event['facts']): Event => ({
  ...{ _id: newId(), at: '2027-03-03T10:00:00Z', kind, who: 'shop', what: kind, why: 'Why' },
  ...{ productName: 'Part', ...(facts && { facts }) },
});
const told = (events: Event[]) =>
  toPurchaseHistory(events, { isAdmin: true, isStaff: true }).map(({ lines, facts }) => [lines, facts]);

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
  const kindsFor = (isStaff: boolean) =>
    toPurchaseHistory(events, { isAdmin: false, isStaff }).map(({ kind }) => kind);
  assert.deepEqual([kindsFor(true), kindsFor(false)], [['note_added', 'buyer_told'], ['buyer_told']]);
});
