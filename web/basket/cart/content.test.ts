import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ListLine } from '#contract/lists/schema.ts';
import { applyOps, EMPTY } from './content.ts';

const A = '0199e1a3-40d2-7000-a7f5-91c8e0b6d371';
const B = '0199e1a3-40d2-7000-a7f5-91c8e0b6d372';
const lineOf = (_id: string, more: Partial<ListLine> = {}): ListLine => ({ _id, position: 1, ...more });

test('lines stand in the order of their positions, and of their ids where these are the same', () => {
  const { lines } = applyOps(EMPTY, [
    { op: 'put', line: lineOf(B) },
    { op: 'put', line: lineOf(A) },
  ]);
  assert.deepEqual(
    lines.map(({ _id }) => _id),
    [A, B],
  );
  const moved = applyOps({ lines, boards: null }, [
    { op: 'put', line: lineOf(A, { position: 2 }), changed: ['position'] },
  ]);
  assert.deepEqual(
    moved.lines.map(({ _id }) => _id),
    [B, A],
  );
  assert.equal(moved.lines[0], lines[1]);
});

test('of a line that is there only the changed fields are written; one that is not is added whole', () => {
  const before = { lines: [lineOf(A, { quantity: 100, customerRef: 'old' })], boards: null };
  const { lines } = applyOps(before, [
    { op: 'put', line: lineOf(A, { quantity: 200, customerRef: 'stale' }), changed: ['quantity'] },
    { op: 'put', line: lineOf(B, { quantity: 5, raw: '5 pcs' }), changed: ['quantity'] },
  ]);
  assert.deepEqual(lines, [
    lineOf(A, { quantity: 200, customerRef: 'old' }),
    lineOf(B, { quantity: 5, raw: '5 pcs' }),
  ]);
});

test('a line is removed, the number of boards set and taken away', () => {
  const before = { lines: [lineOf(A)], boards: null };
  assert.deepEqual(applyOps(before, [{ op: 'remove', _id: A }]).lines, []);
  assert.equal(applyOps(before, [{ op: 'boards', boards: 25 }]).boards, 25);
  assert.equal(applyOps({ ...before, boards: 25 }, [{ op: 'boards', boards: null }]).boards, null);
});
