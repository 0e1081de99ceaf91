import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ListOp } from '#contract/lists/schema.ts';
import { LINE_FIELDS } from '#contract/matching/fields.ts';
import { A, LIST_OP_CASES, withoutNulls } from '../../tests/list-op-cases.ts';
import { type Changes, joinOps } from './ops.ts';

/** What changes come to, as changes. */
function toOps({ lines, removed, name, boards, shared }: Changes): ListOp[] {
  return [
    ...lines.map(({ line, changed }): ListOp => {
      const isWhole = changed.length === LINE_FIELDS.length;
      return { op: 'put', line, ...(!isWhole && { changed: [...changed] }) };
    }),
    ...removed.map((_id): ListOp => ({ op: 'remove', _id })),
    ...(name === undefined ? [] : [{ op: 'rename', name } as const]),
    ...(boards === undefined ? [] : [{ op: 'boards', boards } as const]),
    ...(shared === undefined ? [] : [{ op: 'share', shared } as const]),
  ];
}

describe('changes of a list are joined', () => {
  for (const { title, ops, joined } of LIST_OP_CASES)
    test(title, () => {
      assert.deepEqual(withoutNulls(toOps(joinOps(ops))), joined);
    });
});

test('an id is the same in capital letters', () => {
  const { lines, removed } = joinOps([
    { op: 'put', line: { _id: A, position: 1 } },
    { op: 'remove', _id: A.toUpperCase() },
  ]);
  assert.deepEqual([lines, removed], [[], [A]]);
});
