import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aPart, found, priced } from '../../basket/matching/testing.ts';
import { toCsv } from './csv.ts';

test('an exported file keeps numbers of parts as they are, and computes nothing', () => {
  const part = aPart({ available: 5000 });
  const lines = priced([
    { productId: part._id, raw: '=1+1', quantity: 200, customerRef: '00123', designators: 'R1, "R2"' },
    found(part),
  ]);
  const [head, row] = toCsv(lines).split('\r\n');
  assert.match(head!, /^\ufeffLine,SKU,Maker,/);
  assert.equal(row, `1,NB-E64,,,DDR5 RDIMM 64 GB,00123,"R1, ""R2""",200,4,800.00,5000,'=1+1,`);
});
