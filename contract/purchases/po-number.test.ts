import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanPo, poKey } from './po-number.ts';
import { NewPurchaseSchema, PurchaseDetailsSchema } from './schema.ts';

const ALIKE = [
  'PO 47-é',
  ' PO  47-é ',
  'PO\u00a047-é',
  'PO\u2003\u200947-é',
  'P\u200bO 4\u00ad7-é\ufeff',
  '\u200eP\u2060O 47-\u034fé\ufe0f',
  '\uff30\uff2f \uff14\uff17-é',
  'PO 47-e\u0301',
  'PO 47-e\u200d\u0301',
  'PO\u280047\u2011é\u2800',
  'PO 47\u2013é',
  'PO 47\u2212é',
];

test('PO numbers that only look alike are kept as one, wherever they come in', () => {
  for (const poNumber of ALIKE) {
    assert.equal(cleanPo(poNumber), 'PO 47-é', JSON.stringify(poNumber));
    assert.equal(PurchaseDetailsSchema.parse({ poNumber }).poNumber, 'PO 47-é');
    assert.equal(NewPurchaseSchema.shape.poNumber.parse(poNumber), 'PO 47-é');
    assert.equal(poKey(poNumber.toLowerCase()), poKey('po 47-É'));
  }
  assert.notEqual(poKey('PO 47'), poKey('PO47'));
});

test('a PO number that shows nothing is none, and one on two lines or too long as it is kept is refused', () => {
  assert.equal(PurchaseDetailsSchema.parse({ poNumber: '\u200b\u3164 \ufeff' }).poNumber, '');
  const messageOf = (poNumber: string) =>
    PurchaseDetailsSchema.safeParse({ poNumber }).error?.issues[0]?.message;
  assert.equal(messageOf('PO-1\nPO-2'), 'one_line');
  assert.match(messageOf('\ufdfa'.repeat(4))!, /^too_long/);
});
