import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINE_FIELDS } from '#contract/line-fields.ts';
import type { ListLine } from '#contract/lists.ts';
import { joinOps } from './ops.ts';

const A = '0199e1a3-40d2-7000-a7f5-91c8e0b6d372';
const lineOf = (more: Partial<ListLine>): ListLine => ({ _id: A, position: 1, ...more });

test('the last change of each field counts, and only fields that were changed are written', () => {
  const { lines } = joinOps([
    { op: 'put', line: lineOf({ quantity: 100, customerRef: 'old' }), changed: ['quantity'] },
    { op: 'put', line: lineOf({ quantity: 5, customerRef: 'new' }), changed: ['customerRef'] },
    { op: 'put', line: lineOf({ quantity: 200 }), changed: ['quantity'] },
  ]);
  assert.equal(lines.length, 1);
  const [{ line, changed }] = lines as [(typeof lines)[number]];
  assert.deepEqual([line.quantity, line.customerRef], [200, 'new']);
  assert.deepEqual([...changed].sort(), ['customerRef', 'quantity']);
});

test('a field that is left out of what was changed is taken away', () => {
  const { lines } = joinOps([
    { op: 'put', line: lineOf({ quantity: 100 }) },
    { op: 'put', line: lineOf({}), changed: ['quantity'] },
  ]);
  assert.equal(lines[0]!.line.quantity, null);
});

test('a line that is added and removed is gone; one that is removed and put again is written whole', () => {
  const put = { op: 'put', line: lineOf({ quantity: 7 }), changed: ['quantity'] } as const;
  const gone = joinOps([
    { op: 'put', line: lineOf({}) },
    { op: 'remove', _id: A.toUpperCase() },
  ]);
  assert.deepEqual([gone.lines, gone.removed], [[], [A]]);
  const back = joinOps([
    { op: 'remove', _id: A },
    { ...put, changed: [...put.changed] },
  ]);
  assert.deepEqual(back.removed, []);
  assert.deepEqual(back.lines[0]!.changed, LINE_FIELDS);
});

test('of names, boards and sharing the last counts', () => {
  const changes = joinOps([
    { op: 'rename', name: 'One' },
    { op: 'boards', boards: 5 },
    { op: 'share', shared: true },
    { op: 'rename', name: 'Two' },
    { op: 'boards', boards: null },
  ]);
  assert.deepEqual(changes, { name: 'Two', boards: null, shared: true, lines: [], removed: [] });
});
