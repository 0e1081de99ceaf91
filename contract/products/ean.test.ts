import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gtinSpellings, isGtin } from './ean.ts';

test('a GTIN has 8, 12, 13 or 14 digits, and the last one checks the others', () => {
  for (const right of ['4006381333931', '96385074', '036000291452', '10614141000415', '0036000291452'])
    assert.ok(isGtin(right), right);
  for (const wrong of [
    '4006381333932',
    '4006381339331',
    '400638133393',
    '',
    '96385075',
    '40063813339３1',
    '4006381 33931',
  ])
    assert.ok(!isGtin(wrong), wrong);
});

test('a UPC-A is also read as an EAN-13, and the other way round', () => {
  assert.deepEqual(gtinSpellings('036000291452'), ['036000291452', '0036000291452']);
  assert.deepEqual(gtinSpellings('0036000291452'), ['0036000291452', '036000291452']);
  assert.deepEqual(gtinSpellings('4006381333931'), ['4006381333931']);
});
