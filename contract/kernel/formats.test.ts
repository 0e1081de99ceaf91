import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formats } from './formats.ts';
import { formatCount, formatMoney, formatPrice } from './money.ts';

/** With plain spaces: ICU puts narrow ones between thousands, and others before signs. */
const plain = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

test('numbers, money and days are written as the locale and the currency have them', () => {
  const of = (locale: string, currency: string) => {
    const { count, money, minor, price, day } = formats(locale, currency);
    return [count(12_500), money(1234.5), minor(123_450), price(0.0125), day('2027-03-03')].map(plain);
  };
  assert.deepEqual(of('en-US', 'USD'), ['12,500', '$1,234.50', '$1,234.50', '$0.0125', 'Mar 3, 2027']);
  assert.deepEqual(of('de-DE', 'EUR'), ['12.500', '1.234,50 €', '1.234,50 €', '0,0125 €', '03.03.2027']);
  assert.deepEqual(of('en-US', 'JPY').slice(2, 3), ['¥123,450']);
  // Forints are written without decimals, but have them.
  assert.equal(plain(formats('hu-HU', 'HUF').minor(123_450)), '1234,50 Ft');
});

test('dollars are written as the rest of the shop writes them', () => {
  const { count, money, price } = formats('en-US', 'USD');
  for (const amount of [0, 0.5, 2.5, 1_234.5, 999_999.99, 0.894045])
    assert.deepEqual(
      [money(amount), price(amount), count(amount * 100)],
      [formatMoney(amount), formatPrice(amount), formatCount(amount * 100)],
    );
});

test('a currency or a locale that is none is refused', () => {
  assert.throws(() => formats('en-US', 'dollars'), RangeError);
  assert.throws(() => formats('no such one', 'USD'), RangeError);
});
