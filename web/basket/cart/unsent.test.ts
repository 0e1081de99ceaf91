import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { LIST_CHANGE_MAX_BYTES } from '#contract/lists/limits.ts';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import { LIST_OP_CASES, withoutNulls } from '../../../tests/list-op-cases.ts';
import { applyOps, EMPTY, targetOf } from './content.ts';
import { type Entry, GUEST, type ServerList } from './journal.ts';
import {
  cancelRequest,
  chooseRequest,
  forgetOthers,
  hasUnsent,
  joinGuest,
  joinOps,
  refuse,
  requestOf,
  retryRefused,
  takeAnswer,
  tidy,
} from './unsent.ts';

const LIST = '0199e1a3-0000-7000-a7f5-91c8e0b6d371';
const ROBIN = 'robin@parts.example.com';
const idOf = (n: number) => `0199e1a3-40d2-7000-a7f5-${String(n).padStart(12, '0')}`;
const lineOf = (n: number, more: Partial<ListLine> = {}): ListLine => ({
  _id: idOf(n),
  position: n,
  ...more,
});
const put = (line: ListLine, ...changed: (keyof Omit<ListLine, '_id'>)[]): ListOp =>
  changed.length > 0 ? { op: 'put', line, changed } : { op: 'put', line };
const remove = (n: number): ListOp => ({ op: 'remove', _id: idOf(n) });
const listOf = (version: number, ...lines: ListLine[]): ServerList => ({
  owner: ROBIN,
  _id: LIST,
  version,
  boards: null,
  lines,
});

let time = 1_800_000_000_000;
const entryOf = (owner: string, ...ops: ListOp[]): Entry => {
  time += 1;
  return { id: `cart change ${time}-x`, owner, ops };
};
const mine = (...ops: ListOp[]) => entryOf(ROBIN, ...ops);
const choose = (entries: readonly Entry[], list = listOf(3), key = 'key', most = Number.POSITIVE_INFINITY) =>
  chooseRequest(entries, list, key, most);
const inOrder = (entries: readonly Entry[]) => entries.toSorted((a, b) => (a.id < b.id ? -1 : 1));
const contentOf = (entries: readonly Entry[], list?: ServerList) =>
  applyOps(
    list ?? EMPTY,
    inOrder(entries).flatMap(({ ops }) => ops),
  );
const shown = (entries: readonly Entry[], list?: ServerList) =>
  contentOf(entries, list).lines.map(({ _id, quantity }) => [Number(_id.slice(-12)), quantity]);
const states = (entries: readonly Entry[]) =>
  entries.map(({ ops, sent, refused }) => [ops.length, sent ? 'sent' : (refused ?? 'pending')]);

describe('changes are joined as the server joins them', () => {
  for (const { title, ops, joined } of LIST_OP_CASES)
    test(title, () => {
      assert.deepEqual(withoutNulls(joinOps(ops)), joined);
    });
});

test('a request stays as it is until it is answered; what is changed meanwhile is sent later', () => {
  const sent = choose([mine(put(lineOf(2))), mine(put(lineOf(2, { quantity: 4 }), 'quantity'))]);
  const { ops, ...request } = requestOf(sent, ROBIN)!;
  assert.deepEqual(request, { key: 'key', listId: LIST, version: 3, count: 1 });
  assert.deepEqual(ops, [put(lineOf(2, { quantity: 4 }))]);
  const more = [...sent, mine(put(lineOf(2, { quantity: 5 }), 'quantity')), mine(remove(1))];
  assert.equal(choose(more, listOf(4), 'other'), more);

  const answered = takeAnswer(more, 'key');
  assert.deepEqual(states(answered), [
    [1, 'pending'],
    [1, 'pending'],
  ]);
  // The answer comes again.
  assert.equal(takeAnswer(answered, 'key'), answered);
  const later = requestOf(choose(answered, listOf(4), 'third'), ROBIN)!;
  assert.deepEqual([later.key, later.ops.map(({ op }) => op)], ['third', ['put', 'remove']]);
});

test('a request has a thousand changes and as many bytes as the shop takes at most, and at least one change', () => {
  const many = mine(...Array.from({ length: 2_500 }, (_, n) => put(lineOf(n))));
  const long = mine(
    ...Array.from({ length: 100 }, (_, n) => put(lineOf(n, { designators: '€'.repeat(2_000) }))),
  );
  for (const [entry, least] of [
    [many, 500],
    [long, 10],
  ] as const) {
    let rest: readonly Entry[] = [entry];
    let sum = 0;
    while (rest.length > 0) {
      const sent = choose(rest);
      const { ops, version } = requestOf(sent, ROBIN)!;
      assert.ok(ops.length <= 1_000);
      assert.ok(Buffer.byteLength(JSON.stringify({ version, ops })) <= LIST_CHANGE_MAX_BYTES);
      rest = takeAnswer(sent, 'key');
      assert.ok(rest.length === 0 || ops.length >= least, String(ops.length));
      sum += ops.length;
    }
    assert.equal(sum, entry.ops.length);
  }
  assert.equal(requestOf(choose([many], listOf(1), 'key', 3), ROBIN)!.ops.length, 3);
});

test('what is refused is shown, and sent again when its line is changed, another one removed, or the page opened', () => {
  const list = listOf(1, lineOf(9));
  const refused = refuse(choose([mine(put(lineOf(1, { raw: 'x' })))], list), 'key', 'It is too long.');
  assert.deepEqual(states(refused), [[1, 'It is too long.']]);
  assert.equal(shown(refused, list).length, 2);
  assert.equal(hasUnsent(refused, ROBIN), false);
  for (const op of [put(lineOf(1, { raw: 'y' }), 'raw'), remove(9)]) {
    const again = choose([...refused, mine(op)], list);
    assert.deepEqual([again.length, requestOf(again, ROBIN)!.ops[0]!.op], [1, 'put']);
  }
  const other = choose([...refused, mine(put(lineOf(2)))], list);
  assert.deepEqual(states(other), [
    [1, 'It is too long.'],
    [1, 'sent'],
  ]);
  assert.deepEqual(states(retryRefused(refused, ROBIN)), [[1, 'pending']]);
});

test('changes that are refused one by one stay in their order, and the rest is sent', () => {
  let entries: readonly Entry[] = [mine(put(lineOf(1)), put(lineOf(2)), put(lineOf(3)))];
  for (const key of ['a', 'b']) entries = refuse(choose(entries, listOf(1), key, 1), key, `No ${key}.`);
  assert.equal(new Set(entries.map(({ id }) => id)).size, 3);
  assert.deepEqual(shown(entries).length, 3);
  assert.deepEqual(requestOf(choose(entries), ROBIN)!.ops.map(targetOf), [idOf(3)]);
});

test('when a cart is full, no other new line is tried, but changes are', () => {
  const list = listOf(1, lineOf(9));
  const changes = mine(put(lineOf(1)), put(lineOf(2)), put(lineOf(9, { quantity: 5 }), 'quantity'));
  const full = refuse(choose([changes], list, 'key', 1), 'key', 'Full.', list);
  assert.deepEqual(states(full), [
    [1, 'pending'],
    [2, 'Full.'],
  ]);
});

test('what could not be sent as it was is sent in another request, under what was changed since', () => {
  const sent = choose([mine(put(lineOf(1, { quantity: 1, raw: 'a' })))]);
  const back = cancelRequest([...sent, mine(put(lineOf(1, { quantity: 2 }), 'quantity'))], 'key');
  const { key, ops } = requestOf(choose(back, listOf(3), 'new'), ROBIN)!;
  assert.deepEqual([key, ops], ['new', [put(lineOf(1, { quantity: 2, raw: 'a' }))]]);
  assert.equal(cancelRequest(back, 'key'), back);
});

test('changes of a list that is gone are sent to the new one', () => {
  const sent = choose([mine(put(lineOf(2)))]);
  const { listId, key } = requestOf(choose(sent, { ...listOf(0), _id: idOf(77) }, 'new'), ROBIN)!;
  assert.deepEqual([listId, key], [idOf(77), 'new']);
});

test('a guest’s cart is joined line by line after the own one, once, and never added up', () => {
  const productId = idOf(500);
  const guest = [
    entryOf(GUEST, put(lineOf(11, { position: 1, productId, quantity: 100 }))),
    entryOf(GUEST, put(lineOf(12, { position: 2, quantity: 5 })), { op: 'boards', boards: 3 }),
  ];
  const own = listOf(4, lineOf(30, { productId, quantity: 100 }), lineOf(31, { quantity: 7 }));
  assert.equal(hasUnsent(guest, ROBIN), true);
  const joined = joinGuest(guest, own);
  assert.deepEqual(shown(joined, own), [
    [30, 100],
    [31, 7],
    [11, 100],
    [12, 5],
  ]);
  assert.equal(contentOf(joined, own).boards, 3);
  assert.ok(joined.every(({ owner }) => owner === ROBIN));
  assert.equal(joinGuest(joined, own), joined);
  // Another tab has joined it as well.
  assert.deepEqual(shown([...joined, ...joinGuest(guest, own)], own), shown(joined, own));
  // Before it was joined it was shown, and changed as shown.
  const changed = [...guest, mine(put(lineOf(12, { quantity: 6 }), 'quantity'), remove(11))];
  assert.deepEqual(shown(joinGuest(changed, own), own), [
    [30, 100],
    [31, 7],
    [12, 6],
  ]);
});

test('many changes of a guest become one of each line, and none of a line that is gone', () => {
  const changes = [entryOf(GUEST, put(lineOf(1)), put(lineOf(2))), entryOf(GUEST, remove(2))];
  assert.equal(tidy(changes, GUEST), changes);
  for (let pieces = 1; pieces < 50; pieces += 1)
    changes.push(entryOf(GUEST, put(lineOf(1, { quantity: pieces }), 'quantity')));
  const joined = tidy([...changes, mine(put(lineOf(8)))], GUEST);
  assert.deepEqual(states(joined), [
    [1, 'pending'],
    [1, 'pending'],
  ]);
  assert.deepEqual(shown(joined), [
    [1, 49],
    [8, undefined],
  ]);
});

test('without network many changes of a person become one of each line, beside the open request', () => {
  const changes = [...choose([mine(put(lineOf(1)))])];
  for (let pieces = 1; pieces < 50; pieces += 1)
    changes.push(mine(put(lineOf(1, { quantity: pieces }), 'quantity')));
  assert.deepEqual(states(tidy(changes, ROBIN)), [
    [1, 'sent'],
    [1, 'pending'],
  ]);
});

test('a guest keeps 5,000 lines, and is told of those beyond', () => {
  const [kept, more] = tidy(
    [entryOf(GUEST, ...Array.from({ length: 12_000 }, (_, n) => put(lineOf(n))))],
    GUEST,
  );
  assert.deepEqual([kept!.ops.length, more!.ops.length], [5_000, 5_000]);
  assert.match(more!.refused!, /5,000 lines at most/);
});

test('of other people what they have not saved stays for a month', () => {
  const entries = [mine(put(lineOf(1))), entryOf(GUEST, put(lineOf(2)))];
  const day = 24 * 60 * 60_000;
  assert.equal(forgetOthers(entries, 'sam@parts.example.com', time + 29 * day), entries);
  assert.deepEqual(forgetOthers(entries, 'sam@parts.example.com', time + 31 * day), [entries[1]]);
  assert.equal(forgetOthers(entries, ROBIN, time + 31 * day), entries);
});
