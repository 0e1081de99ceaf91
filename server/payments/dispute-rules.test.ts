import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ASKS_NOTHING, BLOCKING, LOST, UNDECIDED, whyNoRefund } from './dispute-rules.ts';

const dispute = (status: string, amount: number) => ({ status, amount });

test('no refund is offered when disputes that hold the money cover all that is left', () => {
  for (const status of ['needs_response', 'under_review', 'appeal_needs_response', 'appeal_under_review']) {
    assert.equal(whyNoRefund([dispute(status, 11_500)], 11_500), 'disputed');
  }
  assert.equal(whyNoRefund([dispute('lost', 11_500)], 11_500), 'lost');
  const both = [dispute('lost', 4000), dispute('needs_response', 7500)];
  assert.equal(whyNoRefund(both, 11_500), 'disputed');
  // A part has gone back already: what is left is disputed.
  assert.equal(whyNoRefund([dispute('needs_response', 7500)], 7500), 'disputed');
});

test('a refund may be tried when a part is not disputed, or no bank holds the money', () => {
  assert.equal(whyNoRefund([], 0), undefined);
  assert.equal(whyNoRefund([dispute('needs_response', 11_499)], 11_500), undefined);
  for (const status of ['won', 'prevented', 'warning_needs_response', 'warning_closed', 'new_at_stripe']) {
    assert.equal(whyNoRefund([dispute(status, 11_500)], 11_500), undefined, status);
  }
});

test('a status asks an admin for an answer, or is undecided, or neither', () => {
  for (const status of ['needs_response', 'warning_needs_response', 'appeal_needs_response', 'new_at_stripe'])
    assert.ok(!ASKS_NOTHING.includes(status), status);
  for (const status of ['under_review', 'won', 'lost', 'warning_closed'])
    assert.ok(ASKS_NOTHING.includes(status));
  assert.deepEqual(UNDECIDED, [
    'needs_response',
    'under_review',
    'appeal_needs_response',
    'appeal_under_review',
  ]);
  assert.deepEqual(LOST, ['lost']);
  assert.deepEqual(new Set(BLOCKING), new Set([...UNDECIDED, ...LOST]));
});
