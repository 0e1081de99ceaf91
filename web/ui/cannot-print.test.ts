import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cannotPrint } from './cannot-print.ts';

test('a field names what no invoice can print of its text', () => {
  for (const text of [undefined, '', '1 Dock Road', 'شارع الملك فهد', 'רחוב הרצל', 'ถนนสุขุมวิท'])
    assert.equal(cannotPrint(text), undefined, String(text));
  assert.equal(cannotPrint('Dock 😀 नई'), 'The invoice cannot print: 😀 न ई');
  assert.equal(cannotPrint('अआइईउऊऋ'), 'The invoice cannot print: अ आ इ ई उ and 2 more');
});
