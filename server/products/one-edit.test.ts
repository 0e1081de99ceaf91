import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isOneEdit } from './one-edit.ts';

const LETTERS = [...'ab'];

/** All words that one wrong, dropped, added or swapped letter makes of a word. */
function editsOf(word: string): Set<string> {
  const edits = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [before, rest] = [word.slice(0, at), word.slice(at)];
    for (const letter of LETTERS) {
      edits.add(before + letter + rest);
      if (rest !== '') edits.add(before + letter + rest.slice(1));
    }
    edits.add(before + rest.slice(1));
    if (rest.length > 1) edits.add(before + rest[1]! + rest[0]! + rest.slice(2));
  }
  edits.delete(word);
  return edits;
}

test('one letter is wrong, dropped, added, or swapped with the next', () => {
  for (const typed of ['memmory', 'memor', 'mamory', 'memroy']) assert.ok(isOneEdit(typed, 'memory'), typed);
  for (const typed of ['memory', 'memo', 'mmeoyr', 'mommory', ''])
    assert.ok(!isOneEdit(typed, 'memory'), typed);
});

test('any two words', () => {
  const word = fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 6 });
  fc.assert(fc.property(word, word, (a, b) => assert.equal(isOneEdit(a, b), editsOf(a).has(b))));
});
