import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { type FakeStorage, openFakeBrowser, signInAs } from '../../tests/fake-browser.ts';
import { addToCart, changeCart, getCart, newLine, piecesInCart, recordBy, showKept } from './cart.ts';
import { EMPTY } from './content.ts';
import { dropKept, notKept } from './journal.ts';

const PRODUCT = {
  ...{ _id: '0199e1a3-40d2-7000-a7f5-91c8e0b6d371', name: 'Fan', minOrder: 100, multiple: 30 },
};
const nothing = (owner = '') => ({ ...EMPTY, owner, status: 'saved' as const, unsaved: 0 });
const quantities = () => getCart().lines.map(({ quantity }) => quantity);

let stored: FakeStorage;

beforeEach(() => {
  stored = openFakeBrowser();
  dropKept(notKept().length);
  showKept(nothing());
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
  showKept(nothing('robin@parts.example.com'));
  showKept(nothing());
  addToCart(PRODUCT, 240);
  assert.deepEqual(handOver(), ['Added 240 pcs of Fan']);
  addToCart(PRODUCT, 300);
  assert.deepEqual(handed, ['Added 240 pcs of Fan', 'Added 300 pcs of Fan']);
  assert.deepEqual(handOver(), []);
});

test('a part that is added before the cart has been read waits for it, and for no other person', () => {
  signInAs('robin@parts.example.com');
  assert.equal(getCart().status, 'loading');
  addToCart(PRODUCT);
  assert.deepEqual(quantities(), []);
  const line = newLine({ productId: PRODUCT._id, quantity: 120 });
  showKept({ ...nothing('robin@parts.example.com'), lines: [line] });
  assert.deepEqual(quantities(), [240]);

  signInAs('sam@parts.example.com');
  addToCart(PRODUCT);
  signInAs('robin@parts.example.com');
  showKept({ ...nothing('robin@parts.example.com'), lines: [line] });
  assert.deepEqual(quantities(), [240]);
});

test('changes that are not kept yet are shown to whom they are of, and survive the page', () => {
  changeCart([{ op: 'put', line: newLine({ raw: 'of a guest' }) }]);
  signInAs('robin@parts.example.com');
  showKept(nothing('robin@parts.example.com'));
  changeCart([{ op: 'put', line: newLine({ raw: 'of Robin' }) }]);
  assert.deepEqual(
    getCart().lines.map(({ raw }) => raw),
    ['of Robin'],
  );
  assert.deepEqual([getCart().status, getCart().unsaved], ['saving', 1]);
  assert.match(JSON.stringify(stored), /of a guest.*of Robin/);
  dropKept(2);
  assert.doesNotMatch(JSON.stringify(stored), /of Robin/);
});

test('a storage that is full does not keep a change from being shown', () => {
  stored.room = 10;
  changeCart([{ op: 'put', line: newLine({ raw: 'a' }) }]);
  assert.equal(getCart().lines.length, 1);
});
