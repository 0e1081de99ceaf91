import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalsOf, fromMinor } from './currency.ts';

test('amounts have the decimals of their currency, by ISO 4217', () => {
  assert.deepEqual(['USD', 'EUR', 'JPY', 'KWD', 'CLF', 'HUF', 'IQD'].map(decimalsOf), [2, 2, 0, 3, 4, 2, 3]);
  assert.deepEqual(
    ['USD', 'JPY', 'KWD'].map((currency) => fromMinor(1050, currency)),
    [10.5, 1050, 1.05],
  );
});

test('the platform agrees, but for currencies that people write without decimals', () => {
  const written = Intl.supportedValuesOf('currency').filter((currency) => {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency });
    return format.resolvedOptions().maximumFractionDigits !== decimalsOf(currency);
  });
  for (const currency of written) {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    assert.equal(maximumFractionDigits, 0, currency);
  }
});
