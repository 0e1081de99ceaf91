import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiProblem } from '../../../api-problem.ts';
import {
  counted,
  firstTyped,
  lostMessages,
  type PiecesLine,
  piecesOf,
  refusedPieces,
  type Typed,
  totalCents,
  withScanned,
  wrongPieces,
} from './typed-pieces.ts';

const line = (orderId: string, left: number, first?: number): PiecesLine => ({
  ...{ orderId, name: `Part ${orderId}`, sku: `S-${orderId}`, left },
  ...(first === undefined ? {} : { first }),
});
const [a, b] = [line('a', 200, 200), line('b', 50, 50)];
const lines = [a, b];

test('the first scan counts from 0, save the fields that somebody has changed', () => {
  let typed: Typed = firstTyped(lines);
  assert.deepEqual(typed, { 'a 0': '200', 'b 0': '50' });
  assert.equal(counted(lines, typed, a, false), 0);
  typed = { ...typed, 'b 0': '7' };
  typed = withScanned(lines, typed, a, false);
  assert.deepEqual(typed, { 'a 0': '1', 'b 0': '7' });
  typed = withScanned(lines, typed, b, true);
  assert.deepEqual(typed, { 'a 0': '1', 'b 0': '8' });
  // A field that has counted up to what it began with is full then.
  assert.equal(counted(lines, { 'a 0': '200' }, a, true), 200);
  assert.equal(counted(lines, { 'a 0': '200' }, a, false), 0);
});

test('more pieces than a line has left in all columns are wrong in the column that is over', () => {
  const pieces = piecesOf(lines, 2, { 'a 0': '150', 'a 1': '51', 'b 0': '0', 'b 1': 'some' });
  assert.deepEqual(
    wrongPieces(lines, pieces).map(({ key, message }) => [key, message]),
    [
      ['a 1', '200 pcs are left, 201 are entered'],
      ['b 1', 'Enter a whole number of pieces'],
    ],
  );
  const tooMany = piecesOf(lines, 2, { 'a 0': '500', 'a 1': '5' });
  assert.deepEqual(
    wrongPieces(lines, tooMany).map(({ message }) => message),
    ['200 pcs are left', '200 pcs are left, 505 are entered'],
  );
});

test('what was refused of a line that is gone is still said, with its name', () => {
  const sent = piecesOf(lines, 1, { 'a 0': '200', 'b 0': '50' });
  const message = 'Nothing of it is here to be shipped.';
  const error = new ApiProblem(409, 'more_than_left', '', [
    { field: 'lines.1.quantity', code: 'pieces_to_ship', message },
  ]);
  const errors = refusedPieces(lines, sent, error);
  assert.deepEqual(
    errors.map(({ key }) => key),
    ['b 0'],
  );
  assert.equal(lostMessages(lines, errors), undefined);
  assert.equal(lostMessages([a], errors), `Part b: ${message}`);
});

test('money is summed up of pieces that their lines can have', () => {
  const paid = [
    { ...a, centsOf: (pieces: number) => 2 * pieces },
    { ...b, centsOf: (pieces: number) => 3 * pieces },
  ];
  assert.equal(totalCents(paid, piecesOf(paid, 1, { 'a 0': '200', 'b 0': '10' })), 430);
  assert.equal(totalCents(paid, piecesOf(paid, 1, { 'a 0': '201', 'b 0': '1.5' })), 0);
  assert.equal(totalCents(lines, piecesOf(lines, 1, { 'a 0': '1' })), 0);
});
