import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ListAct, type ListWriter, refusalOf } from './judge.ts';

const owner: ListWriter = { userId: 'owner', email: 'owner@example.com', buyerId: 'acme', mayShare: true };
const colleague: ListWriter = { ...owner, userId: 'colleague' };
const list = { kind: 'saved', shared: null, user_id: 'owner', buyer_id: 'acme' } as const;

const line: ListAct['ops'] = [{ op: 'remove', _id: 'a' }];
const named: ListAct['ops'] = [{ op: 'rename', name: 'B' }];
const byKey: ListAct['ops'] = [{ op: 'share', shared: true }];
const codeOf = (...of: Parameters<typeof refusalOf>) => {
  const { code, params } = refusalOf(...of) ?? {};
  return code && `${code}: ${Object.values(params ?? {})}`;
};

test('the owner of a list changes and shares it, with the right, where there are colleagues', () => {
  for (const ops of [line, named, byKey]) assert.equal(codeOf(list, owner, { ops }), undefined);
  const shared = { ops: [], shared: 'read' } as const;
  assert.equal(codeOf(list, owner, shared), undefined);
  assert.equal(codeOf(list, { ...owner, mayShare: false }, shared), 'forbidden: right_missing');
  assert.equal(codeOf({ ...list, kind: 'cart' }, owner, shared), 'not_found: list');
  const alone = { ...owner, buyerId: 'owner' };
  assert.equal(codeOf({ ...list, buyer_id: 'owner' }, alone, shared), 'not_found: company');
});

test('who may share no more can still keep a list from colleagues', () => {
  const ended = { ops: [], shared: null };
  assert.equal(codeOf({ ...list, shared: 'read' }, { ...owner, mayShare: false }, ended), undefined);
});

test('a colleague changes lines and name of a list that is shared for changes, and gives it to nobody', () => {
  for (const ops of [line, named]) {
    assert.equal(codeOf({ ...list, shared: 'change' }, colleague, { ops }), undefined);
    assert.equal(codeOf({ ...list, shared: 'read' }, colleague, { ops }), 'forbidden: not_your_list');
  }
  const given: ListAct[] = [{ ops: byKey }, { ops: line, shared: null }, { ops: [], shared: 'read' }];
  for (const change of given)
    assert.equal(codeOf({ ...list, shared: 'change' }, colleague, change), 'forbidden: not_your_list');
});
