import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type FakeStorage, openFakeBrowser } from '../tests/fake-browser.ts';
import { forgetSearch, forgetSearches, lastSearches, rememberSearch } from './last-searches.ts';

let stored: FakeStorage;
beforeEach(() => {
  stored = openFakeBrowser();
});

test('keeps six searches, the newest first, each once in any case of letters', () => {
  for (const words of ['a', 'b', 'ddr5', 'c', 'd', 'e', 'f', ' DDR5 ', '  ']) rememberSearch(words);
  assert.deepEqual(lastSearches(), ['DDR5', 'f', 'e', 'd', 'c', 'b']);
  assert.equal(lastSearches(), lastSearches());
});

test('forgets one, and all', () => {
  for (const words of ['a', 'b']) rememberSearch(words);
  forgetSearch('a');
  assert.deepEqual(lastSearches(), ['b']);
  forgetSearches();
  assert.deepEqual(lastSearches(), []);
  assert.equal(stored.getItem('searches'), null);
});

test('takes nothing from storage that it has not written', () => {
  for (const text of ['', '{', '{}', 'null', '[1, null, "", ["x"]]', JSON.stringify(['x'.repeat(201)])]) {
    stored.setItem('searches', text);
    assert.deepEqual(lastSearches(), [], text);
  }
  stored.setItem('searches', JSON.stringify(Array.from({ length: 50 }, (_, n) => `${n}`)));
  assert.equal(lastSearches().length, 6);
  rememberSearch('x'.repeat(500));
  assert.equal(lastSearches()[0]!.length, 200);
});

test('remembers for as long as the page where nothing can be stored', () => {
  stored.room = 0;
  rememberSearch('a');
  assert.deepEqual(lastSearches(), ['a']);
  forgetSearches();
  assert.deepEqual(lastSearches(), []);
});
