import assert from 'node:assert/strict';
import { test } from 'node:test';
import { luhn } from './browser/card-input.ts';
import { cardOfToken, checkCard, TEST_CARDS } from './cards.ts';
import { StripeError } from './errors.ts';

const today = new Date('2026-11-20T00:00:00Z');
const good = { number: '4242424242424242', expMonth: 12, expYear: 2028, cvc: '123' };
const check = (change: Partial<typeof good>) => checkCard({ ...good, ...change }, 'secret', today);

function codeOf(change: Partial<typeof good>): string | undefined {
  try {
    check(change);
    return undefined;
  } catch (error) {
    if (error instanceof StripeError && error.status === 402) return error.fields.code;
    throw error;
  }
}

test('every test card has a valid number and unique tokens', () => {
  for (const { number } of TEST_CARDS) {
    assert.ok(luhn(number), number);
    assert.notEqual(check({ number, cvc: number.length === 15 ? '1234' : '123' }).brand, 'unknown', number);
  }
  const names = TEST_CARDS.flatMap((card) => [card.number, ...card.tokens]);
  assert.equal(new Set(names).size, names.length);
});

test("an impossible card is refused with Stripe's code", () => {
  assert.equal(codeOf({ number: '4242' }), 'invalid_number');
  assert.equal(codeOf({ number: '4242x242424242424' }), 'invalid_number');
  assert.equal(codeOf({ number: '4242424242424241' }), 'incorrect_number');
  assert.equal(codeOf({ number: '42424242424242' }), 'incorrect_number');
  assert.equal(codeOf({ expMonth: 13 }), 'invalid_expiry_month');
  assert.equal(codeOf({ expMonth: Number.NaN }), 'invalid_expiry_month');
  assert.equal(codeOf({ expYear: 2025 }), 'invalid_expiry_year');
  assert.equal(codeOf({ expYear: 2099 }), 'invalid_expiry_year');
  assert.equal(codeOf({ expYear: 2026, expMonth: 10 }), 'invalid_expiry_month');
  assert.equal(codeOf({ cvc: '12' }), 'invalid_cvc');
  assert.equal(codeOf({ cvc: '1234' }), 'invalid_cvc');
  assert.equal(codeOf({ number: '378282246310005', cvc: '1234' }), undefined);
  assert.equal(codeOf({ expYear: 2026, expMonth: 11 }), undefined);
  assert.equal(codeOf({ expYear: 28 }), undefined);
});

test('only the last digits and a keyed fingerprint of a number are stored', () => {
  const facts = check({});
  assert.ok(!JSON.stringify(facts).includes('424242'));
  assert.equal(facts.last4, '4242');
  assert.equal(facts.fingerprint, check({ expMonth: 1 }).fingerprint);
  assert.notEqual(facts.fingerprint, check({ number: '4000056655665556' }).fingerprint);
  assert.notEqual(facts.fingerprint, checkCard(good, 'other secret', today).fingerprint);
});

test('a live card is declined', () => {
  assert.equal(check({ number: '4111111111111111' }).behaviour.decline, 'live_card');
});

test('a missing security code is not wrong', () => {
  const { cvc: _, ...without } = good;
  assert.equal(
    checkCard({ ...without, number: '4000000000000127' }, 's', today).behaviour.decline,
    undefined,
  );
  assert.equal(check({ number: '4000000000000127' }).behaviour.decline, 'incorrect_cvc');
});

test('test tokens refer to cards; the brand is optional in tokens of declines', () => {
  assert.equal(cardOfToken('pm_card_visa')?.number, '4242424242424242');
  assert.equal(cardOfToken('pm_card_visa_chargeDeclined')?.decline, 'generic');
  assert.equal(cardOfToken('pm_card_chargeDeclined')?.decline, 'generic');
  assert.equal(cardOfToken('pm_card_threeDSecure2Required')?.authentication, true);
  assert.equal(cardOfToken('pm_card_nothing'), undefined);
  assert.equal(cardOfToken('visa'), undefined);
});
