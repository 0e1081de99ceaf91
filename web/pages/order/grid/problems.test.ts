import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPart, found, priced } from '../../../basket/matching/testing.ts';
import { mendingColumn, nextProblem, stopAt } from './problems.ts';

const part = aPart({ sku: 'NB-E64', minOrder: 100, available: 5_000 });
const of = { productId: part._id };
const good = [{ ...of, quantity: 200 }, found(part)] as const;
const wrong = [{ ...of, quantity: 5 }, found(part)] as const;

test('the way leads to the line itself first, then on, and round', () => {
  const lines = priced([...wrong], [...good], [...wrong]);
  assert.equal(nextProblem(lines, 0, 1, undefined), 0);
  assert.equal(nextProblem(lines, 0, 1, stopAt(lines[0]!)), 2);
  assert.equal(nextProblem(lines, 2, 1, stopAt(lines[2]!)), 0);
  assert.equal(nextProblem(lines, 2, -1, stopAt(lines[2]!)), 0);
  assert.equal(nextProblem(lines, 3, 1, undefined), 0, 'from the row of a new line');
  assert.equal(nextProblem(lines, 3, -1, undefined), 2);
  assert.equal(nextProblem(lines, -1, 1, undefined), 0);
});

test('it stops where another line, or another need, has taken the place of the last stop', () => {
  const lines = priced([...good], [...wrong], [...wrong]);
  const stop = stopAt(lines[1]!);
  const [, ...left] = lines;
  assert.equal(nextProblem(left.slice(1), 0, 1, stop), 0, 'the line was removed');
  assert.equal(nextProblem(lines, 1, 1, { ...stop, need: 'find' }), 1);
});

test('it leads nowhere where no line needs anything', () => {
  assert.equal(nextProblem(priced([...good]), 0, 1, undefined), undefined);
  assert.equal(nextProblem([], 0, 1, undefined), undefined);
});

test('a missing quantity is typed, unless some are offered', () => {
  const match = { ...found(part).match!, readings: [600, 700] };
  const [missing, offered, few] = priced([of, found(part)], [of, { state: 'matched', match }], [...wrong]);
  assert.equal(mendingColumn(missing!), 'quantity');
  assert.equal(mendingColumn(offered!), 'problem');
  assert.equal(mendingColumn(few!), 'problem');
});
