import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIST_CHANGE_MAX_BYTES } from '#contract/list-limits.ts';
import type { List, ListLine, ListOp } from '#contract/lists.ts';
import {
  change,
  contentOf,
  countUnsaved,
  forgetBase,
  GUEST,
  join,
  type KeptCart,
  nextToSend,
  noCart,
  refuse,
  retryRefused,
  takeAnswer,
  takeBack,
  takeNews,
  unsavedOf,
} from './kept-cart.ts';

const LIST = '0199e1a3-0000-7000-a7f5-91c8e0b6d371';
const idOf = (n: number) => `0199e1a3-40d2-7000-a7f5-${String(n).padStart(12, '0')}`;
const lineOf = (n: number, more: Partial<ListLine> = {}): ListLine => ({
  _id: idOf(n),
  position: n,
  ...more,
});
const put = (line: ListLine, ...changed: (keyof Omit<ListLine, '_id'>)[]): ListOp => ({
  ...{ op: 'put', line },
  ...(changed.length > 0 && { changed }),
});
const remove = (n: number): ListOp => ({ op: 'remove', _id: idOf(n) });
const listOf = (version: number, lines: ListLine[] = [], _id = LIST): List => ({
  ...{ _id, kind: 'cart', name: 'Cart', version, lines, changedAt: '2026-01-01T00:00:00Z' },
});
const cartOf = (version: number, ...lines: ListLine[]): KeptCart =>
  takeNews(noCart('robin@parts.example.com'), listOf(version, lines));
const shown = (cart: KeptCart) =>
  contentOf(cart).lines.map(({ _id, quantity }) => [Number(_id.slice(-12)), quantity]);

test('news are shown under the changes that the server does not know', () => {
  const before = cartOf(1, lineOf(1, { quantity: 10, customerRef: 'old' }), lineOf(2, { quantity: 20 }));
  const changed = change(before, [
    put(lineOf(1, { quantity: 11 }), 'quantity'),
    put(lineOf(3, { quantity: 30 })),
  ]);
  const news = [lineOf(1, { quantity: 12, customerRef: 'new' }), lineOf(4, { quantity: 40 })];
  const after = takeNews(changed, listOf(5, news));
  assert.deepEqual(shown(after), [
    [1, 11],
    [3, 30],
    [4, 40],
  ]);
  assert.equal(contentOf(after).lines[0]!.customerRef, 'new');
  assert.deepEqual(shown(takeNews(after, listOf(4))), shown(after));
});

test('a line that another device has removed comes back whole when it is changed here', () => {
  const before = cartOf(1, lineOf(1, { quantity: 10, raw: '10x' }));
  const changed = change(before, [put(lineOf(1, { quantity: 11, raw: '10x' }), 'quantity')]);
  const [line] = contentOf(takeNews(changed, listOf(2))).lines;
  assert.deepEqual([line!.quantity, line!.raw], [11, '10x']);
});

test('of each line one change is kept, and none of a line that was added and removed', () => {
  let cart = cartOf(1, lineOf(1, { quantity: 10 }));
  for (let pieces = 11; pieces < 50; pieces += 1)
    cart = change(cart, [put(lineOf(1, { quantity: pieces }), 'quantity')]);
  cart = change(change(cart, [put(lineOf(2))]), [remove(2)]);
  assert.equal(countUnsaved(cart), 1);
  assert.deepEqual(shown(cart), [[1, 49]]);
  const gone = change(cart, [remove(1)]);
  assert.deepEqual([shown(gone), countUnsaved(gone)], [[], 1]);
});

test('what is sent stays as it is until it is answered; what is changed meanwhile is sent later', () => {
  const sent = nextToSend(change(cartOf(3, lineOf(1, { quantity: 10 })), [put(lineOf(2))]), 'key');
  assert.deepEqual(sent.sending, { key: 'key', listId: LIST, version: 3, ops: [put(lineOf(2))] });
  const more = change(sent, [put(lineOf(2, { quantity: 5 }), 'quantity'), remove(1)]);
  assert.equal(nextToSend(more, 'other').sending, sent.sending);
  assert.deepEqual([shown(more), countUnsaved(more)], [[[2, 5]], 3]);

  const answered = takeAnswer(more, 'key', { version: 4 });
  assert.deepEqual([answered.base!.version, answered.sending, shown(answered)], [4, null, [[2, 5]]]);
  // The answer comes again.
  assert.equal(takeAnswer(answered, 'key', { version: 4 }), answered);
  const rest = nextToSend(answered, 'third');
  assert.deepEqual(
    rest.sending!.ops.map(({ op }) => op),
    ['put', 'remove'],
  );
});

test('an answer with what somebody else has changed is taken whole', () => {
  const sent = nextToSend(change(cartOf(3), [put(lineOf(2))]), 'key');
  const list = listOf(9, [lineOf(2), lineOf(7)]);
  assert.deepEqual(shown(takeAnswer(sent, 'key', { version: 9, list })), [
    [2, undefined],
    [7, undefined],
  ]);
});

test('a request has a thousand changes and as many bytes as the shop takes at most, and at least one change', () => {
  const many = change(
    cartOf(1),
    Array.from({ length: 2_500 }, (_, n) => put(lineOf(n))),
  );
  for (const [cart, least] of [
    [many, 500],
    [
      change(
        cartOf(1),
        Array.from({ length: 100 }, (_, n) => put(lineOf(n, { designators: '€'.repeat(2_000) }))),
      ),
      10,
    ],
  ] as const) {
    let rest: KeptCart = cart;
    let count = 0;
    while (rest.pending.length > 0) {
      rest = nextToSend(rest, 'key');
      const { ops, version } = rest.sending!;
      assert.ok(ops.length <= 1_000);
      assert.ok(Buffer.byteLength(JSON.stringify({ version, ops })) <= LIST_CHANGE_MAX_BYTES);
      if (rest.pending.length > 0) assert.ok(ops.length >= least, String(ops.length));
      count += ops.length;
      rest = takeAnswer(rest, 'key', { version: version + 1 });
    }
    assert.equal(count, cart.pending.length);
    assert.deepEqual(shown(rest), shown(cart));
  }
  assert.equal(nextToSend(many, 'key', 3).sending!.ops.length, 3);
});

test('what is refused is shown, counted, and sent again when its line is changed or another one removed', () => {
  const cart = change(cartOf(1, lineOf(9)), [put(lineOf(1, { raw: 'x' }))]);
  const refused = refuse(nextToSend(cart, 'key'), 'key', 'It is too long.');
  assert.deepEqual([shown(refused).length, countUnsaved(refused), refused.pending], [2, 1, []]);
  assert.equal(nextToSend(refused, 'other').sending, null);
  for (const op of [put(lineOf(1, { raw: 'y' }), 'raw'), remove(9)]) {
    const again = change(refused, [op]);
    assert.deepEqual([again.refused, again.pending[0]!.op], [[], 'put']);
  }
  assert.deepEqual(change(refused, [put(lineOf(2))]).refused, refused.refused);
  assert.deepEqual([retryRefused(refused).refused, retryRefused(refused).pending.length], [[], 1]);
});

test('when a cart is full, no other new line is tried, but changes are', () => {
  const cart = change(cartOf(1, lineOf(9)), [
    put(lineOf(1)),
    put(lineOf(2)),
    put(lineOf(9, { quantity: 5 }), 'quantity'),
  ]);
  const full = refuse(nextToSend(cart, 'key', 1), 'key', 'Full.', true);
  assert.deepEqual([full.refused.length, full.pending.length], [2, 1]);
});

test('what could not be sent as it was is sent in another request, under what was changed since', () => {
  const sent = nextToSend(change(cartOf(1), [put(lineOf(1, { quantity: 1, raw: 'a' }))]), 'key');
  const back = takeBack(change(sent, [put(lineOf(1, { quantity: 2 }), 'quantity')]), 'key');
  assert.deepEqual(back.pending, [put(lineOf(1, { quantity: 2, raw: 'a' }))]);
  assert.equal(takeBack(back, 'key'), back);
});

test('changes of a list that is gone are sent to the new one', () => {
  const sent = nextToSend(change(cartOf(8, lineOf(1)), [put(lineOf(2))]), 'key');
  for (const lost of [forgetBase(sent), sent]) {
    const found = takeNews(lost, listOf(0, [], idOf(77)));
    assert.deepEqual([found.base!.version, found.sending, shown(found)], [0, null, [[2, undefined]]]);
    assert.equal(nextToSend(found, 'new').sending!.listId, idOf(77));
  }
});

test('a guest’s cart is joined line by line after the own one, once, and never added up', () => {
  const productId = idOf(500);
  const guest = change(noCart(GUEST), [
    put(lineOf(11, { position: 1, productId, quantity: 100 })),
    put(lineOf(12, { position: 2, quantity: 5 })),
    { op: 'boards', boards: 3 },
  ]);
  const own = cartOf(4, lineOf(30, { productId, quantity: 100 }), lineOf(31, { quantity: 7 }));
  const joined = join(own, guest);
  assert.deepEqual(shown(joined.cart), [
    [30, 100],
    [31, 7],
    [11, 100],
    [12, 5],
  ]);
  assert.equal(contentOf(joined.cart).boards, 3);
  assert.deepEqual(contentOf(joined.guest).lines, []);
  assert.deepEqual(join(joined.cart, joined.guest).cart, joined.cart);
  // Before it was joined it was shown, and changed as shown.
  const changed = change(own, [put(lineOf(12, { quantity: 6 }), 'quantity'), remove(11)]);
  assert.deepEqual(shown(join(changed, guest).cart), [
    [30, 100],
    [31, 7],
    [12, 6],
  ]);
});

test('a guest keeps 5,000 lines, and is told of those beyond', () => {
  const cart = change(
    noCart(GUEST),
    Array.from({ length: 12_000 }, (_, n) => put(lineOf(n))),
  );
  assert.deepEqual([cart.pending.length, cart.refused.length, countUnsaved(cart)], [5_000, 5_000, 0]);
  assert.match(cart.refused[0]!.why, /5,000 lines at most/);
});

test('of somebody who has signed out only what the server does not know stays', () => {
  const cart = change(cartOf(1, lineOf(1, { raw: 'saved' })), [put(lineOf(2, { raw: 'unsaved' }))]);
  const left = unsavedOf(nextToSend(cart, 'key'));
  assert.doesNotMatch(JSON.stringify(left), /"saved"/);
  assert.match(JSON.stringify(left), /"unsaved"/);
  assert.equal(left.sending!.key, 'key');
});
