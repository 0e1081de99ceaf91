import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { put } from '#contract/lists/ops.ts';
import type { ListOp } from '#contract/lists/schema.ts';
import { aLine } from '../matching/testing.ts';
import { applyOps, type Content } from './content.ts';
import { firstOf, reversed, stepOf, takeBack } from './steps.ts';

const first = aLine({ raw: 'NB-E64', quantity: 100 });
const second = aLine({ raw: 'D5R-64', quantity: 200 });
const before: Content = { lines: [first, second], boards: null };

/** Changes a list, and returns the step and what the list is then. */
function change(ops: ListOp[], from = before) {
  const now = applyOps(from, ops);
  return { step: stepOf('Changed', ops, from, now), now };
}

const undo = ({ step, now }: ReturnType<typeof change>, later = now) =>
  applyOps(later, takeBack(step, later));

/** What a list says: a field that is null is not given. */
const given = (content: Content): Content =>
  JSON.parse(JSON.stringify(content, (_, value) => value ?? undefined));

describe('undo and redo give back exactly what was', () => {
  const added = aLine({ raw: 'x' });
  const changes: [name: string, ops: ListOp[]][] = [
    ['a changed quantity', [put(first, { quantity: 150 })]],
    ['an added line', [{ op: 'put', line: added }]],
    ['a removed line', [{ op: 'remove', _id: first._id }]],
    ['a moved line', [put(second, { position: 0 })]],
    [
      'boards with their quantities',
      [{ op: 'boards', boards: 5 }, put(first, { perBoard: 100, quantity: 500 })],
    ],
    [
      'many lines at once',
      [put(first, { quantity: 1 }), { op: 'remove', _id: second._id }, { op: 'put', line: added }],
    ],
  ];
  for (const [name, ops] of changes)
    test(name, () => {
      const { step, now } = change(ops);
      const undone = applyOps(now, takeBack(step, now));
      assert.deepEqual(given(undone), given(before));
      assert.deepEqual(given(applyOps(undone, takeBack(reversed(step), undone))), given(now));
    });
});

describe('what another device has changed since stays', () => {
  test('another value of the same field', () => {
    const changed = change([put(first, { quantity: 150, customerRef: 'A' })]);
    const later = applyOps(changed.now, [put(first, { quantity: 170 })]);
    const [line] = undo(changed, later).lines;
    assert.deepEqual([line?.quantity, line?.customerRef ?? null], [170, null]);
  });

  test('a line that we added and they changed', () => {
    const added = aLine({ raw: 'x', quantity: 5 });
    const changed = change([{ op: 'put', line: added }]);
    const later = applyOps(changed.now, [put(added, { quantity: 6 })]);
    assert.equal(takeBack(changed.step, later).length, 0);
  });

  test('a line that we changed and they removed, and one that we removed and they put back', () => {
    const changed = change([put(first, { quantity: 150 })]);
    assert.deepEqual(takeBack(changed.step, applyOps(changed.now, [{ op: 'remove', _id: first._id }])), []);
    const removed = change([{ op: 'remove', _id: first._id }]);
    assert.deepEqual(takeBack(removed.step, before), []);
  });

  test('their number of boards', () => {
    const changed = change([{ op: 'boards', boards: 5 }]);
    assert.deepEqual(takeBack(changed.step, { ...changed.now, boards: 6 }), []);
  });
});

test('the first line that a step changed is shown, if it is there', () => {
  const { step, now } = change([put(before.lines[1]!, { quantity: 7 }), put(first, { quantity: 8 })]);
  assert.equal(firstOf(step, now), first._id);
  const removed = change([{ op: 'remove', _id: first._id }]);
  assert.equal(firstOf(removed.step, removed.now), undefined);
  assert.equal(firstOf(removed.step, before), first._id);
});

test('a part and a quantity that were found meanwhile are no change by somebody else', () => {
  const added = aLine({ raw: '150 NB-E64' });
  const changed = change([{ op: 'put', line: added }]);
  const later = applyOps(changed.now, [put(added, { productId: 'p1', quantity: 150 })]);
  assert.deepEqual(undo(changed, later), before);

  const known = applyOps(before, [put(first, { productId: 'p1' })]);
  const retyped = change([put(known.lines[0]!, { raw: 'D5R-64', productId: null })], known);
  const found = applyOps(retyped.now, [put(first, { productId: 'p2' })]);
  assert.deepEqual(undo(retyped, found).lines[0], known.lines[0]);
});
