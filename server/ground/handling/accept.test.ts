import assert from 'node:assert/strict';
import { test } from 'node:test';
import { weightOf } from './accept.ts';

const cases: [header: string | undefined, weight: number][] = [
  [undefined, 0],
  ['', 0],
  ['br', 1],
  [' gzip , BR ', 1],
  ['gzip;q=1.0, br;q=0.5', 0.5],
  ['br; level=5 ; Q=0.25', 0.25],
  ['br;q=0', 0],
  ['br;q=x', 0],
  ['brotli, xbr', 0],
  ['*', 0],
];
for (const [header, weight] of cases)
  test(`${header ?? 'no header'} gives br the weight ${weight}`, () =>
    assert.equal(weightOf(header, 'br'), weight));
