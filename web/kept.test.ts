import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type FakeStorage, openFakeBrowser, signInAs } from '../tests/fake-browser.ts';
import { forgetKept, openShelf } from './kept.ts';

let stored: FakeStorage;

beforeEach((context) => {
  stored = openFakeBrowser();
  signInAs('robin@parts.example.com');
  if ('mock' in context) context.mock.timers.enable({ apis: ['Date'], now: 1_000_000_000_000 });
});

const isText = (value: unknown): value is string => typeof value === 'string';

test('keeps entries by id across page loads, and removes them', () => {
  const shelf = openShelf('localStorage', 'texts', isText);
  shelf.set('a', 'first');
  shelf.set('b', 'other');
  shelf.set('a', 'second');
  assert.equal(openShelf('localStorage', 'texts', isText).get('a'), 'second');
  shelf.set('a', undefined);
  assert.equal(shelf.get('a'), undefined);
  assert.equal(shelf.get('b'), 'other');
});

test('hides entries of another person, and deletes them on the next write', () => {
  const shelf = openShelf('localStorage', 'texts', isText);
  shelf.set('a', 'of Robin');
  signInAs('sam@parts.example.com');
  assert.equal(shelf.get('a'), undefined);
  shelf.set('b', 'of Sam');
  signInAs('robin@parts.example.com');
  assert.equal(shelf.get('a'), undefined);
  assert.doesNotMatch(JSON.stringify(stored), /of Robin/);
});

test('expires after 24 hours, like an Idempotency-Key at the server', (context) => {
  const shelf = openShelf('localStorage', 'texts', isText);
  shelf.set('a', 'text');
  context.mock.timers.setTime(1_000_000_000_000 + 24 * 60 * 60_000 - 1);
  assert.equal(shelf.get('a'), 'text');
  context.mock.timers.setTime(1_000_000_000_000 + 24 * 60 * 60_000);
  assert.equal(shelf.get('a'), undefined);
});

test('is bounded: the oldest entries are removed, and one that is too long is not stored', () => {
  const shelf = openShelf('localStorage', 'texts', isText);
  for (let n = 0; n < 100; n += 1) shelf.set(`id ${n}`, 'x'.repeat(3900));
  assert.equal(shelf.get('id 69'), undefined);
  assert.ok(shelf.get('id 70'));
  shelf.set('id 99', 'x'.repeat(5000));
  assert.equal(shelf.get('id 99')?.length, 3900);
});

test('a page keeps its entries in memory when the storage is full', () => {
  const shelf = openShelf('localStorage', 'texts', isText);
  stored.room = 10;
  shelf.set('a', 'placed');
  assert.equal(shelf.get('a'), 'placed');
});

test('ignores invalid data and data of another version', () => {
  const email = 'robin@parts.example.com';
  for (const text of [
    '',
    'x',
    'null',
    '[]',
    '{"entries":1}',
    JSON.stringify({ email, entries: [['a', 1e12, 5], null, ['a']] }),
  ]) {
    stored.setItem('kept texts', text);
    assert.equal(openShelf('localStorage', 'texts', isText).get('a'), undefined);
  }
});

test('signing out removes all entries, and nothing else', () => {
  openShelf('localStorage', 'texts', isText).set('a', 'text');
  stored.setItem('theme', 'dark');
  forgetKept();
  assert.equal(openShelf('localStorage', 'texts', isText).get('a'), undefined);
  assert.equal(stored.getItem('theme'), 'dark');
});
