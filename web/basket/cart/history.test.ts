import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { put } from '#contract/lists/ops.ts';
import { openFakeBrowser } from '../../../tests/fake-browser.ts';
import { forget, remember } from '../../identity.ts';
import { addToCart, changeCart, getCart, newLine } from './cart.ts';
import { cartHistory, doToCart, forgetHistory, redoInCart, undoInCart } from './history.ts';
import { changeEntries } from './journal.ts';

const PRODUCT = {
  ...{ _id: '0199e1a3-40d2-7000-a7f5-91c8e0b6d371', name: 'Fan', minOrder: 100, multiple: 50 },
};
/** As another device does. */
const changeElsewhere = (quantity: number) => changeCart([put(getCart().lines[0]!, { quantity })]);
const quantities = () => getCart().lines.map(({ quantity }) => quantity);
const setTo = (quantity: number) => doToCart('Changed a quantity', [put(getCart().lines[0]!, { quantity })]);

beforeEach(() => {
  openFakeBrowser();
  changeEntries(() => []);
  changeCart([{ op: 'put', line: newLine({ productId: PRODUCT._id, quantity: 100 }) }]);
});

test('a change of the cart is taken back, and done again', () => {
  setTo(200);
  assert.equal(undoInCart(), getCart().lines[0]!._id);
  assert.deepEqual(quantities(), [100]);
  assert.equal(cartHistory().news, 'Undone: changed a quantity');
  redoInCart();
  assert.deepEqual(quantities(), [200]);
  assert.equal(cartHistory().news, 'Done again: changed a quantity');
});

test('what has changed since is not taken back, and Undo says so', () => {
  setTo(200);
  changeElsewhere(300);
  undoInCart();
  assert.deepEqual(quantities(), [300]);
  assert.equal(cartHistory().news, 'Not undone, as it has changed since: changed a quantity');
  assert.equal(cartHistory().canRedo, false);
});

test('what has changed since it was taken back is not done again, and Redo says so', () => {
  setTo(200);
  undoInCart();
  changeElsewhere(200);
  redoInCart();
  assert.deepEqual(quantities(), [200]);
  assert.equal(cartHistory().news, 'Not done again, as it has changed since: changed a quantity');
});

test('what "Add to order" adds is a step as all others', () => {
  setTo(200);
  undoInCart();
  addToCart(PRODUCT);
  addToCart({ ...PRODUCT, _id: '0199e1a3-40d2-7000-a7f5-91c8e0b6d372', name: 'Rail' }, 1_150);
  assert.deepEqual(cartHistory(), { canUndo: true, canRedo: false, news: 'Added 1,150 pcs of Rail' });
  assert.deepEqual(quantities(), [200, 1_150]);
  undoInCart();
  assert.deepEqual(quantities(), [200]);
  undoInCart();
  assert.equal(cartHistory().news, 'Undone: added 100 pcs of Fan');
  assert.deepEqual(quantities(), [100]);
  redoInCart();
  redoInCart();
  assert.deepEqual(quantities(), [200, 1_150]);
});

test('nothing is taken back of what an order was placed of', () => {
  setTo(200);
  forgetHistory();
  assert.deepEqual(cartHistory(), { canUndo: false, canRedo: false, news: '' });
  assert.equal(undoInCart(), undefined);
  assert.deepEqual(quantities(), [200]);
});

test('a guest takes back nothing of the guest before somebody who was signed in', () => {
  setTo(200);
  remember({ name: 'Grace Hopper', email: 'grace@example.com' });
  forget();
  assert.equal(cartHistory().canUndo, false);
});
