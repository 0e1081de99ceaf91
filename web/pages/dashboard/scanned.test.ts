import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findScanned, withRoom } from './scanned.ts';

const parts = [
  { sku: 'S-a' },
  { sku: 'S-b', ean: '036000291452' },
  { sku: 'S-c', ean: '4006381333931' },
  { sku: 'S-d', ean: '4006381333931' },
  { sku: '4006381333931' },
  { sku: 'S-e', ean: '0012345678905' },
];
const found = (code: string) => findScanned(parts, code).map(({ sku }) => sku);

test('a scanned code is a SKU in any case of letters, or an EAN as any scanner reads it', () => {
  assert.deepEqual(found(' s-A\t'), ['S-a']);
  assert.deepEqual(found('0036000291452'), ['S-b']);
  assert.deepEqual(found('036000291452'), ['S-b']);
  assert.deepEqual(found('012345678905'), ['S-e']);
  assert.deepEqual(found('S-'), []);
  assert.deepEqual(found(' '), []);
});

test('a code that is a SKU is no EAN, and all parts with an EAN are named', () => {
  assert.deepEqual(found('4006381333931'), ['4006381333931']);
  assert.deepEqual(
    findScanned(parts.slice(0, 4), '4006381333931').map(({ sku }) => sku),
    ['S-c', 'S-d'],
  );
});

test('pieces of a part fill one line after another, in their order, and then none', () => {
  const lines = [{ left: 2 }, { left: 0 }, { left: 1 }];
  const counted = [0, 0, 0];
  const filled = Array.from({ length: 4 }, () => {
    const line = withRoom(lines, (one) => counted[lines.indexOf(one)]!);
    if (line) counted[lines.indexOf(line)]! += 1;
    return line && lines.indexOf(line);
  });
  assert.deepEqual(filled, [0, 0, 2, undefined]);
});
