import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiProblem } from '../api.ts';
import { createSubmission } from './submission.ts';

test('sends the same body and key again after an outage, even when the page has changed meanwhile', () => {
  const submission = createSubmission<{ order: number; available: number }>();
  const first = submission.prepare({ order: 100 }, { order: 100, available: 500 });
  submission.settle(new ApiProblem(0, 'offline', 'No answer'));
  const second = submission.prepare({ order: 100 }, { order: 100, available: 400 });
  assert.equal(second.key, first.key);
  assert.deepEqual(second.body, { order: 100, available: 500 });
});

test('takes a new key for other input, and after every answer', () => {
  const submission = createSubmission<object>();
  const first = submission.prepare({ order: 100 }, {});
  const other = submission.prepare({ order: 200 }, {});
  assert.notEqual(other.key, first.key);
  submission.settle(new ApiProblem(409, 'price_changed', 'Price changed'));
  const refused = submission.prepare({ order: 200 }, {});
  assert.notEqual(refused.key, other.key);
  submission.settle();
  assert.notEqual(submission.prepare({ order: 200 }, {}).key, refused.key);
});
