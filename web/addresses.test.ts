import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Address } from '#contract/address-book/schema.ts';
import { firstBilling } from './addresses.ts';

const billing = (_id: string): Address => ({
  ...{ _id, isDefault: false, use: 'bill' },
  shipTo: { name: _id, street: [], city: 'Oakland', postcode: '94604', country: 'US', phone: '1' },
});

test('an order begins with the billing address used last, that of a company with the only one, and otherwise with none', () => {
  const [one, two] = [billing('one'), billing('two')];
  assert.equal(firstBilling([one, two], two.shipTo, true), two);
  assert.equal(firstBilling([one, two], two.shipTo, false), two);
  assert.equal(firstBilling([one], null, true), one);
  assert.equal(firstBilling([one], null, false), undefined);
  assert.equal(firstBilling([one, two], null, true), undefined);
  assert.equal(firstBilling([one, two], billing('gone').shipTo, true), undefined);
});
