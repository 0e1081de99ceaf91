import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contentSecurityPolicy } from './policy.ts';

/** The sources of each directive of a policy. */
function read(outside: { stripe: boolean; dev: boolean }): Record<string, string[]> {
  const directives = contentSecurityPolicy(["'sha256-x'"], outside).split('; ');
  return Object.fromEntries(
    directives.map((one) => one.split(' ')).map(([name, ...sources]) => [name, sources]),
  );
}

test("with Stripe, a page may load what Stripe's security guide lists for Stripe.js and 3-D Secure, and no more", () => {
  const policy = read({ stripe: true, dev: false });
  assert.deepEqual(policy['script-src'], [
    "'self'",
    "'sha256-x'",
    'https://js.stripe.com',
    'https://*.js.stripe.com',
  ]);
  assert.deepEqual(policy['frame-src'], [
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
  ]);
  assert.deepEqual(policy['connect-src'], ["'self'", 'https://api.stripe.com']);
  assert.ok(policy['img-src']!.includes('https:'));
});

test('without Stripe, a page loads nothing of it and has no frames', () => {
  const policy = read({ stripe: false, dev: false });
  assert.ok(!JSON.stringify(policy).includes('stripe'));
  assert.deepEqual(policy['frame-src'], ["'none'"]);
});
