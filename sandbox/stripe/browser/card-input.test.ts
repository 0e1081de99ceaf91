import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_CARDS } from '../cards.ts';
import {
  type Brand,
  brandOf,
  formatCvc,
  formatExpiry,
  formatNumber,
  isFull,
  problemOf,
} from './card-input.ts';
import { cardCss } from './card-style.ts';

const today = new Date(2026, 10, 20);
const codeOf = (part: Parameters<typeof problemOf>[0], text: string, brand: Brand = 'visa') =>
  problemOf(part, text, brand, today)?.code;

test('numbers are grouped as on the card', () => {
  for (const [typed, shown] of [
    ['', ''],
    ['42', '42'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 4242x4242 99', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['36227206271667', '3622 720627 1667'],
    ['3056930009020004', '3056 930009 0200 04'],
    ['6200000000000000005', '6200 0000 0000 0000 005'],
  ] as const) {
    assert.equal(formatNumber(typed), shown);
    assert.equal(formatNumber(shown), shown, 'writing it again changes nothing');
  }
});

test('every test card is a complete number', () => {
  for (const { number } of TEST_CARDS) {
    assert.equal(codeOf('number', formatNumber(number), brandOf(number)), undefined, number);
  }
});

test('dates are accepted in the usual spellings', () => {
  for (const [typed, shown] of [
    ['', ''],
    ['0', '0'],
    ['1', '1'],
    ['4', '04 / '],
    ['12', '12 / '],
    ['13', '01 / 3'],
    ['1/', '01 / '],
    ['1230', '12 / 30'],
    ['12/30', '12 / 30'],
    ['1/30', '01 / 30'],
    ['12/2030', '12 / 30'],
    ['12 / 2030', '12 / 30'],
    ['122030', '12 / 30'],
    ['12 / 3', '12 / 3'],
    ['12 / 20', '12 / 20'],
  ] as const) {
    assert.equal(formatExpiry(typed), shown, typed);
  }
});

test('errors have the codes and messages of Stripe.js', () => {
  assert.equal(codeOf('number', ''), 'incomplete_number');
  assert.equal(codeOf('number', '4242 4242 4242 424'), 'incomplete_number');
  assert.equal(codeOf('number', '4242 4242 4242 4241'), 'invalid_number');
  assert.equal(codeOf('number', '4242 4242 4242 4242'), undefined);
  assert.equal(codeOf('expiry', '1'), 'incomplete_expiry');
  assert.equal(codeOf('expiry', '12 / 25'), 'invalid_expiry_year_past');
  assert.equal(codeOf('expiry', '10 / 26'), 'invalid_expiry_month_past');
  assert.equal(codeOf('expiry', '11 / 26'), undefined);
  assert.equal(codeOf('expiry', '01 / 99'), 'invalid_expiry_year');
  assert.equal(codeOf('expiry', '00 / 30'), 'invalid_expiry_month');
  assert.equal(codeOf('cvc', '12'), 'incomplete_cvc');
  assert.equal(codeOf('cvc', '123'), undefined);
  assert.equal(codeOf('cvc', '123', 'amex'), 'incomplete_cvc');
  assert.equal(problemOf('number', '4242 4242 4242 4241', 'visa')?.message, 'Your card number is invalid.');
  assert.equal(
    problemOf('expiry', '12 / 25', 'visa', today)?.message,
    "Your card's expiration year is in the past.",
  );
  assert.equal(problemOf('cvc', '1', 'visa')?.message, "Your card's security code is incomplete.");
});

test('the length of a security code depends on the brand', () => {
  assert.equal(formatCvc('12345', 'visa'), '123');
  assert.equal(formatCvc('12345', 'amex'), '1234');
  assert.equal(isFull('cvc', '123', 'amex'), false);
});

test('the style option becomes CSS, and cannot inject other rules', () => {
  const css = cardCss({
    base: { color: '#fff', fontSize: '16px', iconColor: '#eee', '::placeholder': { color: '#abc' } },
    invalid: { color: 'red; } body { display: none', fontFamily: 'Inter' },
  });
  assert.match(css, /input \{ color: #fff; font-size: 16px; \}/);
  assert.match(css, /input::placeholder \{ color: #abc; \}/);
  assert.match(css, /\.sign \{ color: #eee; \}/);
  assert.match(css, /input\.invalid \{ font-family: Inter; \}/);
  assert.doesNotMatch(css, /display: none/);
});
