import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FieldError } from '#contract/kernel/problem.ts';
import { aLine, aPart } from '../../basket/matching/testing.ts';
import { refusedWords, remediesOf } from './refused.ts';

const day = '2027-03-03';
const part = aPart({
  ...{ available: 0, minOrder: 100, multiple: 50 },
  expected: [{ dueOn: day, available: 400 }],
});
const refusal = (code: FieldError['code'], params: FieldError['params']): FieldError => ({
  ...{ field: 'lines.1.quantity', message: '', code, params },
});
const notMultiple = refusal('not_multiple', { multiple: 50 });
const labels = (...of: Parameters<typeof remediesOf>) => remediesOf(...of).map(({ label }) => label);

test('the remedies of a refused line are quantities that its source has: stock, or the day that it waits for', () => {
  const awaited = aLine({ productId: part._id, quantity: 130, receiptDate: day });
  assert.deepEqual(labels(awaited, part, notMultiple), [...['Order 100 (−$120.00)', 'Order 150 (+$80.00)']]);
  assert.deepEqual(labels({ ...awaited, quantity: 430 }, part, notMultiple), ['Order 400 (−$120.00)']);
  assert.deepEqual(labels({ ...awaited, receiptDate: null }, part, notMultiple), []);
  assert.deepEqual(labels(awaited, part, refusal('too_many', { available: 120 })), ['Order 100 (−$120.00)']);
});

test('a refusal has the words of the order pad; of too many it tells what is left for the line', () => {
  const line = aLine({ quantity: 130 });
  assert.equal(refusedWords(line, part, notMultiple), 'Sold in multiples of 50.');
  assert.equal(refusedWords(line, part, refusal('gone', undefined)), 'This part is not sold any more.');
  const tooMany = refusal('too_many', { available: 1_200 });
  assert.equal(refusedWords(line, part, tooMany), 'Only 1,200 are left for this line.');
});
