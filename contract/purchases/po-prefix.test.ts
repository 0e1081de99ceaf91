import assert from 'node:assert/strict';
import { test } from 'node:test';
import { poPrefix } from './po-prefix.ts';

test('a PO number is called PO once', () => {
  for (const own of ['PO 2026/118', 'PO-4711', 'po4711', 'P.O. 12', 'P O 12', 'PO'])
    assert.equal(poPrefix(own), '', own);
  for (const other of ['4711', 'Polar 7', 'PÖ-1', 'A-PO-1', 'POS-12', ''])
    assert.equal(poPrefix(other), 'PO ', other);
});
