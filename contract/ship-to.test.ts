import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readMessage } from './field-message.ts';
import { addressLines, countryName, type ShipTo, ShipToSchema } from './ship-to.ts';

const shipTo: ShipTo = {
  ...{ name: 'Grace Hopper', company: 'Compilers Ltd', street: ['1 Dock Road', 'Gate 4'] },
  ...{ city: 'Oakland', postcode: '94607', region: 'CA', country: 'US', phone: '+1 555 0100' },
};
const codesOf = (change: object) =>
  ShipToSchema.safeParse({ ...shipTo, ...change }).error?.issues.map(
    ({ path, message }) => `${path.join('.')} ${readMessage(message).code}`,
  );

describe('an address', () => {
  test('is written as a label, without what it does not have', () => {
    assert.deepEqual(addressLines(shipTo), [
      ...['Grace Hopper', 'Compilers Ltd', '1 Dock Road', 'Gate 4', 'Oakland, CA 94607', 'United States'],
    ]);
    const { company: _, region: __, ...short } = shipTo;
    assert.deepEqual(addressLines({ ...short, city: 'Köln', postcode: '50667', country: 'DE' }), [
      ...['Grace Hopper', '1 Dock Road', 'Gate 4', 'Köln, 50667', 'Germany'],
    ]);
  });

  test('needs all of its parts but the company and the region', () => {
    assert.equal(codesOf({ company: undefined, region: undefined }), undefined);
    assert.deepEqual(
      codesOf({ name: ' ', street: [], city: undefined, postcode: '', country: '', phone: null }),
      [
        ...['name recipient_required', 'street street_required', 'city city_required'],
        ...['postcode postcode_required', 'country country', 'phone phone_required'],
      ],
    );
    assert.deepEqual(codesOf({ street: ['a', 'b', 'c', 'd'] }), ['street street_lines']);
    assert.deepEqual(new Set(codesOf({ street: 'Dock Road' })), new Set(['street street_lines']));
  });

  test('has a country of ISO 3166-1', () => {
    assert.deepEqual(
      [countryName('HK'), countryName('XQ'), countryName('us')],
      [...['Hong Kong SAR China', undefined, undefined]],
    );
    for (const country of ['USA', 'us', 'United States', '__', 5])
      assert.deepEqual(codesOf({ country }), ['country country']);
  });

  test('is kept on its lines, and short', () => {
    assert.deepEqual(codesOf({ street: ['1 Dock Road\nGate 4'], city: 'Oak\tland' }), [
      ...['street.0 one_line', 'city one_line'],
    ]);
    assert.deepEqual(codesOf({ name: 'x'.repeat(101) }), ['name too_long']);
  });
});
