import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { put } from '#contract/lists/ops.ts';
import type { ListLine } from '#contract/lists/schema.ts';
import { type FakeStorage, openFakeBrowser, signInAs } from '../../../tests/fake-browser.ts';
import {
  addToCart,
  changeCart,
  getCart,
  newLine,
  piecesInCart,
  recordBy,
  setLink,
  subscribeToCart,
  tellCart,
} from './cart.ts';
import { changeEntries, forgetList, keepList } from './journal.ts';

const PRODUCT = {
  ...{ _id: '0199e1a3-40d2-7000-a7f5-91c8e0b6d371', name: 'Fan', minOrder: 100, multiple: 30 },
};
const LIST = '0199e1a3-0000-7000-a7f5-91c8e0b6d371';
const ROBIN = 'robin@parts.example.com';
const quantities = () => getCart().lines.map(({ quantity }) => quantity);
const takeList = (version: number, ...lines: ListLine[]) => {
  keepList({ owner: ROBIN, _id: LIST, version, boards: null, lines });
  tellCart();
};
const changesStored = () => Object.keys(stored).filter((key) => key.startsWith('cart change')).length;

let stored: FakeStorage;

beforeEach(() => {
  stored = openFakeBrowser();
  forgetList();
  changeEntries(() => []);
  setLink({ isOffline: false });
});

test('new lines come after the last one, also before they are added', () => {
  changeCart([{ op: 'put', line: newLine({ raw: 'a', position: 50 }) }]);
  const [b, c] = [newLine({ raw: 'b' }), newLine({ raw: 'c' })];
  changeCart([
    { op: 'put', line: c },
    { op: 'put', line: b },
  ]);
  assert.deepEqual(
    getCart().lines.map(({ raw }) => raw),
    ['a', 'b', 'c'],
  );
});

test('a part that is added by a button twice is one line, beside those that were typed or wait for a day', () => {
  changeCart([
    { op: 'put', line: newLine({ productId: PRODUCT._id, quantity: 7, receiptDate: '2027-03-03' }) },
  ]);
  changeCart([{ op: 'put', line: newLine({ raw: '5 pcs', productId: PRODUCT._id, quantity: 5 }) }]);
  addToCart(PRODUCT);
  addToCart(PRODUCT, 300);
  assert.deepEqual(quantities(), [7, 5, 420]);
  assert.equal(piecesInCart(PRODUCT._id), 432);
});

test('what was added is handed over to the history once it is there, but not to somebody else', () => {
  const handed: string[] = [];
  const handOver = () => {
    handed.length = 0;
    recordBy(({ words }) => handed.push(words));
    return handed;
  };
  addToCart(PRODUCT);
  signInAs(ROBIN);
  getCart();
  localStorage.removeItem('session');
  addToCart(PRODUCT, 240);
  assert.deepEqual(handOver(), ['Added 240 pcs of Fan']);
  addToCart(PRODUCT, 300);
  assert.deepEqual(handed, ['Added 240 pcs of Fan', 'Added 300 pcs of Fan']);
  assert.deepEqual(handOver(), []);
});

test('a part that is added before the cart is known waits for it, and for no other person', () => {
  signInAs(ROBIN);
  assert.equal(getCart().status, 'loading');
  addToCart(PRODUCT);
  assert.deepEqual(quantities(), []);
  takeList(1, newLine({ productId: PRODUCT._id, quantity: 120 }));
  assert.deepEqual(quantities(), [240]);

  signInAs('sam@parts.example.com');
  addToCart(PRODUCT);
  signInAs(ROBIN);
  tellCart();
  assert.deepEqual(quantities(), [240]);
});

test('changes are shown over the list of the server, field by field, and an older list changes nothing', () => {
  signInAs(ROBIN);
  const first = newLine({ quantity: 10, customerRef: 'old' });
  const second = newLine({ quantity: 20 });
  takeList(1, first, second);
  const [line, same] = getCart().lines;
  changeCart([put(line!, { quantity: 11 }), { op: 'put', line: newLine({ quantity: 30 }) }]);
  assert.deepEqual([getCart().status, getCart().unsaved], ['saving', 2]);
  assert.equal(getCart().lines[1], same);
  takeList(5, { ...first, quantity: 12, customerRef: 'new' });
  assert.deepEqual(quantities(), [11, 30]);
  assert.equal(getCart().lines[0]!.customerRef, 'new');
  takeList(4, first, second);
  assert.deepEqual(quantities(), [11, 30]);
});

test('a line that another device has removed comes back whole when it is changed here', () => {
  signInAs(ROBIN);
  takeList(1, newLine({ quantity: 10, raw: '10x' }));
  changeCart([put(getCart().lines[0]!, { quantity: 11 })]);
  takeList(2);
  const [line] = getCart().lines;
  assert.deepEqual([line!.quantity, line!.raw], [11, '10x']);
});

test('a person sees what they collected as a guest, and nothing of another person', () => {
  changeCart([{ op: 'put', line: newLine({ raw: 'of a guest' }) }]);
  signInAs(ROBIN);
  changeCart([{ op: 'put', line: newLine({ raw: 'of Robin' }) }]);
  const texts = () => getCart().lines.map(({ raw }) => raw);
  assert.deepEqual(texts(), ['of a guest', 'of Robin']);
  signInAs('sam@parts.example.com');
  assert.deepEqual(texts(), ['of a guest']);
});

test('a change is in the storage at once, also one of 500 of the longest lines', () => {
  stored.room = 2_000_000;
  const longest = { raw: 'x'.repeat(500), customerRef: 'x'.repeat(64), designators: 'x'.repeat(1_000) };
  changeCart(Array.from({ length: 500 }, () => ({ op: 'put', line: newLine(longest) })));
  assert.equal(changesStored(), 1);
  assert.equal(getCart().lines.length, 500);
});

test('another tab’s changes are shown, and those that it saved leave', () => {
  const stop = subscribeToCart(() => {});
  changeCart([{ op: 'put', line: newLine({ quantity: 100 }) }]);
  const line = newLine({ quantity: 200 });
  const key = `cart change ${Date.now() + 60_000}-other`;
  stored.setItem(key, JSON.stringify({ id: key, owner: '', ops: [{ op: 'put', line }] }));
  window.dispatchEvent(Object.assign(new Event('storage'), { key }));
  assert.deepEqual(quantities(), [100, 200]);
  stored.removeItem(key);
  window.dispatchEvent(Object.assign(new Event('storage'), { key }));
  assert.deepEqual(quantities(), [100]);
  stop();
});

test('where the storage is full or forbidden, changes last as long as the page', () => {
  stored.room = 10;
  changeCart([{ op: 'put', line: newLine({ quantity: 1 }) }]);
  assert.deepEqual(quantities(), [1]);
  stored.room = Number.POSITIVE_INFINITY;
  changeEntries((entries) => [...entries]);
  assert.equal(changesStored(), 1);

  Object.defineProperty(globalThis, 'localStorage', {
    get: () => {
      throw new DOMException('Forbidden', 'SecurityError');
    },
    configurable: true,
  });
  changeEntries(() => []);
  changeCart([{ op: 'put', line: newLine({ quantity: 2 }) }]);
  assert.deepEqual(quantities(), [2]);
});
