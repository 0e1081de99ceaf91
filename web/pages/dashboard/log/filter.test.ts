import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EVENT_GROUPS } from '#contract/log/schema.ts';
import { logPath, readFilter, VIEWS } from './filter.ts';

test('a filter survives the round trip through the address', () => {
  const filter = { kind: 'stock', person: 'a+b@example.com', product: '0190-x' };
  const path = logPath(filter);
  assert.equal(path, '/dashboard/log?kind=stock&person=a%2Bb%40example.com&product=0190-x');
  assert.deepEqual(readFilter(new URL(path, 'http://shop').searchParams), filter);
});

test('empty and unknown values filter nothing', () => {
  assert.deepEqual(readFilter(new URLSearchParams('kind=&person=%20&colour=red')), {});
  assert.equal(logPath({ kind: '', order: undefined }), '/dashboard/log');
});

test('every group of the contract has its view', () => {
  assert.deepEqual(
    VIEWS.slice(1)
      .map(({ kind }) => kind)
      .toSorted(),
    [...EVENT_GROUPS].toSorted(),
  );
});
