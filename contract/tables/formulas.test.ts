import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markFormulas, undoFormulaMarks } from './formulas.ts';

test('a formula is marked behind whatever shows nothing, and the mark is taken away again', () => {
  for (const before of [
    '',
    ' ',
    '\t',
    '\u00a0',
    '\u200b',
    '\u034f',
    '\ufe0f',
    '\u3164',
    '\u2800',
    '\ufeff',
    '"',
    'a;',
  ]) {
    const marked = markFormulas(`${before}=1+1`);
    assert.equal(marked, `${before}'=1+1`, JSON.stringify(before));
    assert.equal(undoFormulaMarks(marked), `${before}=1+1`);
  }
  assert.equal(markFormulas('a=1'), 'a=1');
});
