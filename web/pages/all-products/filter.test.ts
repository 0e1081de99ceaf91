import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gridPath, readFilter } from './filter.ts';

test('a filter survives the round trip through the address', () => {
  const filter = { q: 'ddr5 25 GbE', sort: '-price', after: '0190-x' } as const;
  const path = gridPath(filter);
  assert.equal(path, '/allProducts?q=ddr5+25+GbE&sort=-price&after=0190-x');
  assert.deepEqual(readFilter(new URL(path, 'http://shop').searchParams), filter);
  assert.equal(gridPath({}), '/allProducts');
});

test('empty and unknown values filter nothing', () => {
  assert.deepEqual(readFilter(new URLSearchParams('q=%20&sort=colour&after=')), {});
  assert.deepEqual(readFilter(new URLSearchParams('sort=constructor')), {});
});
