import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { MOST_COMPARED } from '#contract/kernel/addresses.ts';
import { type FakeStorage, openFakeBrowser } from '../tests/fake-browser.ts';
import { clearCompared, getCompared, toggleCompared } from './compared.ts';

let stored: FakeStorage;

beforeEach(() => {
  stored = openFakeBrowser();
  clearCompared();
});

test('parts are chosen, and taken off the list again', () => {
  for (const id of ['a', 'b', 'c', 'b']) toggleCompared(id);
  assert.deepEqual(getCompared(), ['a', 'c']);
  assert.equal(getCompared(), getCompared());
  clearCompared();
  assert.deepEqual(getCompared(), []);
});

test('a full list takes no further part', () => {
  const ids = Array.from({ length: MOST_COMPARED + 1 }, (_, n) => `part-${n}`);
  for (const id of ids) toggleCompared(id);
  assert.deepEqual(getCompared(), ids.slice(0, MOST_COMPARED));
});

test('a stored list of another form holds only ids, each once, and no more than can be compared', () => {
  for (const [text, ids] of [
    ['{', []],
    ['{"a":1}', []],
    ['["a","a",7,"<b>","c"]', ['a', 'c']],
    [JSON.stringify(['1', '2', '3', '4', '5', '6']), ['1', '2', '3', '4', '5']],
  ] as const) {
    stored.setItem('compared', text);
    assert.deepEqual(getCompared(), ids, text);
  }
});

test('a list that the storage does not take lasts as long as the page', () => {
  stored.room = 0;
  toggleCompared('a');
  assert.deepEqual(getCompared(), ['a']);
  assert.equal(stored.getItem('compared'), null);
});
