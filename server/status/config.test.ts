import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ShopConfig, toConfig } from './routes.ts';

const request = { reachedAt: 'https://shop.example.com' } as Parameters<typeof toConfig>[1];

function configWith(publishableKey: string): ShopConfig {
  const stripe = { publishableKey, jsUrl: '/sandbox/stripe.js', apiUrl: undefined };
  return {
    sandbox: true,
    google: false,
    hold: { minutes: 60, unprovenMinutes: 30 },
    shop: { name: 'Shop', claim: '', address: [], email: 'a@b.example', taxId: '' },
    smallestOrder: 100,
    mailbox: undefined,
    stripe,
  };
}

test('what every page and GET /config tell has a publishable key, or nothing is told', () => {
  const { stripe } = toConfig(configWith('pk_test_x'), request);
  assert.deepEqual([stripe.publishableKey, stripe.apiUrl], ['pk_test_x', 'https://shop.example.com']);
  for (const key of [
    'sk_live_secret',
    'rk_live_secret',
    'whsec_secret',
    '',
    ' pk_test_x',
    'pk_test_x sk_live_y',
  ]) {
    assert.throws(
      () => toConfig(configWith(key), request),
      (error: Error) => !error.message.includes('secret'),
      key,
    );
  }
});
