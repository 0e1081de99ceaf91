import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedWork } from './work.ts';

test('what a person has in work in all processes is bounded together, and ends with its process', () => {
  const work = new SharedWork(2);
  const [one, other] = [work.handlers(0), work.handlers(1)];
  const bounds = [{ key: 'exports of a', most: 2 }];
  const begun = one.begin(bounds);
  assert.notEqual(begun, null);
  const second = other.begin(bounds);
  assert.notEqual(second, null);
  assert.equal(one.begin(bounds), null);
  one.end(second!);
  assert.equal(one.begin(bounds), null, 'a process ends its own work only');
  work.ended(0);
  assert.notEqual(other.begin(bounds), null);
  assert.equal(other.begin(bounds), null);
});
