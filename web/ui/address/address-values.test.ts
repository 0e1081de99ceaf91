import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressErrors, listCountries, NO_ADDRESS, toShipTo, toValues } from './address-values.ts';

const typed = {
  ...{ name: ' Grace Hopper ', company: '', street: '1 Dock Road\n\n Gate 4 ', city: 'Oakland' },
  ...{ region: 'CA', postcode: '94607', country: 'US', phone: '+1 555 0100' },
};
const address = {
  ...{ name: 'Grace Hopper', street: ['1 Dock Road', 'Gate 4'], city: 'Oakland', region: 'CA' },
  ...{ postcode: '94607', country: 'US', phone: '+1 555 0100' },
};

test('an address is read from what was typed, and typed again from the address', () => {
  assert.deepEqual(toShipTo(typed), address);
  assert.deepEqual(toShipTo(toValues(address)), address);
});

test('each wrong field has a message; empty lines of the street are none', () => {
  assert.deepEqual(addressErrors(typed), {});
  assert.deepEqual(Object.keys(addressErrors(NO_ADDRESS)).sort(), [
    'city',
    'name',
    'phone',
    'postcode',
    'street',
  ]);
  assert.equal(addressErrors({ ...typed, street: 'a\nb\nc\nd' }).street, 'Three lines at most');
  assert.equal(addressErrors({ ...typed, street: `a\n${'b'.repeat(101)}` }).street, '100 characters at most');
  assert.equal(addressErrors({ ...typed, street: ' \n' }).street, 'Street is Required');
  assert.deepEqual(addressErrors({ ...typed, country: 'EU' }), { country: 'Choose a country' });
});

test('countries are those that an address can be in, each once', () => {
  const names = new Map(listCountries());
  assert.equal(names.get('DE'), 'Germany');
  for (const code of ['DD', 'EU', 'ZZ', 'SU', 'XK', 'UK']) assert.equal(names.has(code), false, code);
  assert.equal(new Set(names.values()).size, names.size);
  assert.equal(names.size, 249);
});
