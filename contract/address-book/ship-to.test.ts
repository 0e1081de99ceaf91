import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readMessage } from '../kernel/field-message.ts';
import { addressLines } from './address-lines.ts';
import { COUNTRIES } from './countries.ts';
import { countryName } from './country-name.ts';
import { type ShipTo, ShipToSchema } from './ship-to.ts';

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
      ...['Grace Hopper', '1 Dock Road', 'Gate 4', '50667 Köln', 'Germany'],
    ]);
  });

  test('has all of its parts in the order of any country', () => {
    const place = { city: 'Springfield', postcode: '55 667', region: 'Western Lands' };
    for (const country of COUNTRIES) {
      const text = addressLines({ ...shipTo, ...place, country })
        .join('\n')
        .toUpperCase();
      for (const part of Object.values(place))
        assert.ok(text.includes(part.toUpperCase()), `${country} ${text}`);
    }
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
    for (const country of ['HK', 'GB', 'AQ', 'TW']) assert.equal(codesOf({ country }), undefined);
    for (const country of ['USA', 'us', 'United States', '__', 5, 'XQ', ' US', 'US\0'])
      assert.deepEqual(codesOf({ country }), ['country country']);
    // What has a name, but is no country: groups, former countries, codes that are reserved or for tests.
    for (const country of ['ZZ', 'EU', 'EZ', 'UN', 'XA', 'XK', 'QO', 'UK', 'DD', 'SU', 'AC', 'IC', 'TA'])
      assert.deepEqual(codesOf({ country }), ['country country'], country);
  });

  test('has a country that this runtime has a name for', () => {
    const { size } = new Set(COUNTRIES.map(countryName));
    assert.deepEqual([size, COUNTRIES.length, COUNTRIES.every(countryName)], [249, 249, true]);
    const former = COUNTRIES.filter((code) => Intl.getCanonicalLocales(`und-${code}`)[0] !== `und-${code}`);
    assert.deepEqual(former, []);
  });

  test('that was stored before is written with what its country is called', () => {
    const lastLine = (country: string) => addressLines({ ...shipTo, country }).at(-1);
    assert.deepEqual(['EU', 'XK', 'QQ'].map(lastLine), ['European Union', 'Kosovo', 'QQ']);
  });

  test('has a recipient whose name shows something', () => {
    for (const name of ['\u0301', ' \u0301\u0308 ', '\u200b\u0301', '\u2800', '\u20dd'])
      assert.deepEqual(codesOf({ name, city: name }), ['name recipient_required', 'city city_required']);
    assert.equal(codesOf({ name: 'e\u0301' }), undefined);
  });

  test('is kept on its lines, and short', () => {
    assert.deepEqual(codesOf({ street: ['1 Dock Road\nGate 4'], city: 'Oak\tland' }), [
      ...['street.0 one_line', 'city one_line'],
    ]);
    assert.deepEqual(codesOf({ name: 'x'.repeat(101) }), ['name too_long']);
  });
});
