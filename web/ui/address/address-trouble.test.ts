import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressTrouble } from './address-trouble.ts';

const shipTo = {
  ...{ name: 'Grace Hopper', street: ['1 Dock Road'], city: 'Hamburg', postcode: '20457' },
  ...{ country: 'DE', phone: '+49 40 5550100' },
};

test('an address that is taken today has no trouble', () => {
  assert.equal(addressTrouble(shipTo), undefined);
});

test('an address of a country that is no longer taken says so with its code', () => {
  for (const country of ['ZZ', 'EU', 'XK', 'UK', ''])
    assert.equal(
      addressTrouble({ ...shipTo, country }),
      `Its country (${country}) is none that we can ship to. Choose it anew.`,
    );
});

test('an address without something that is required now says what', () => {
  assert.match(addressTrouble({ ...shipTo, city: '' })!, /^It cannot be used as it is: .*City/);
});
