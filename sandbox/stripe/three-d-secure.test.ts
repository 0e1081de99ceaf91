import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type Stripe from 'stripe';
import { failure, newIntent, startOwnSandbox } from '../../tests/fixtures/stripe-sandbox.ts';

const sandbox = await startOwnSandbox();
const { stripe } = sandbox;
after(() => sandbox.stop());

const SECURE = 'pm_card_threeDSecure2Required';

async function challenged(payment_method = SECURE, return_url?: string) {
  const created = await newIntent(stripe);
  const intent = await stripe.paymentIntents.confirm(created.id, {
    payment_method,
    ...(return_url && { return_url }),
  });
  const action = intent.next_action as unknown as {
    use_stripe_sdk?: { stripe_js: string };
    redirect_to_url?: { url: string };
  };
  return { intent, url: (action.use_stripe_sdk?.stripe_js ?? action.redirect_to_url?.url)! };
}

const press = (url: string, outcome: string) =>
  fetch(url, { method: 'POST', body: new URLSearchParams({ outcome }) });
const statusOf = async (intent: Stripe.PaymentIntent) =>
  (await stripe.paymentIntents.retrieve(intent.id)).status;

for (const token of [SECURE, 'pm_card_authenticationRequired', 'pm_card_authenticationRequiredOnSetup']) {
  test(`${token} is charged only after authentication`, async () => {
    const { intent, url } = await challenged(token);
    assert.equal(intent.status, 'requires_action');
    assert.equal(intent.next_action?.type, 'use_stripe_sdk');
    assert.equal(intent.latest_charge, null);
    assert.match(await (await fetch(url)).text(), /Confirm your payment of \$100\.00/);

    await press(url, 'complete');
    const paid = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] });
    assert.equal(paid.status, 'succeeded');
    assert.equal(paid.next_action, null);
    const details = (paid.latest_charge as Stripe.Charge).payment_method_details?.card;
    assert.equal(details?.three_d_secure?.result, 'authenticated');
  });
}

test('a failed authentication resets the payment', async () => {
  const { intent, url } = await challenged();
  await press(url, 'fail');
  const failed = await stripe.paymentIntents.retrieve(intent.id);
  assert.equal(failed.status, 'requires_payment_method');
  assert.equal(failed.last_payment_error?.code, 'payment_intent_authentication_failure');
  assert.equal(failed.latest_charge, null);
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' });
  assert.equal(await statusOf(intent), 'succeeded');
});

test('a card may be declined after authentication', async () => {
  const { intent, url } = await challenged('pm_card_authenticationRequiredChargeDeclinedInsufficientFunds');
  await press(url, 'complete');
  const declined = await stripe.paymentIntents.retrieve(intent.id);
  assert.equal(declined.status, 'requires_payment_method');
  assert.equal(declined.last_payment_error?.decline_code, 'insufficient_funds');
});

test('the buyer returns to the return_url, with the result', async () => {
  const { intent, url } = await challenged(SECURE, 'https://shop.example/done?a=1&b=2');
  assert.equal(intent.next_action?.redirect_to_url?.return_url, 'https://shop.example/done?a=1&b=2');
  const page = await (await press(url, 'complete')).text();
  const href = /href="([^"]+)"/.exec(page.slice(page.indexOf('id="return"')))![1]!.replaceAll('&amp;', '&');
  const back = new URL(href);
  assert.equal(back.origin, 'https://shop.example');
  assert.equal(back.searchParams.get('payment_intent'), intent.id);
  assert.equal(back.searchParams.get('redirect_status'), 'succeeded');
  assert.equal(back.searchParams.get('a'), '1');
});

test('a return_url that is not HTTP is refused', async () => {
  const intent = await newIntent(stripe);
  const error = await failure(
    stripe.paymentIntents.confirm(intent.id, { payment_method: SECURE, return_url: 'javascript:alert(1)' }),
  );
  assert.equal(error.param, 'return_url');
});

describe("an address of the bank's page", () => {
  test('works once, and only during its authentication', async () => {
    const { intent, url } = await challenged();
    await Promise.all([press(url, 'complete'), press(url, 'complete'), press(url, 'fail')]);
    const status = await statusOf(intent);
    const charges = await stripe.charges.list({ payment_intent: intent.id });
    assert.equal(charges.data.length, status === 'succeeded' ? 1 : 0);
    assert.doesNotMatch(await (await fetch(url)).text(), /Confirm your payment/);
    await press(url, 'complete');
    assert.equal((await stripe.charges.list({ payment_intent: intent.id })).data.length, charges.data.length);
  });

  test('has no effect when it was guessed', async () => {
    const { intent, url } = await challenged();
    await press(url.replace(/payatt_\w+$/, 'payatt_guess'), 'complete');
    await press(url.replace(/pi_\w+/, 'pi_none'), 'complete');
    assert.equal(await statusOf(intent), 'requires_action');
  });

  test('is void when the intent was cancelled, or another card confirmed', async () => {
    const canceled = await challenged();
    await stripe.paymentIntents.cancel(canceled.intent.id);
    await press(canceled.url, 'complete');
    assert.equal(await statusOf(canceled.intent), 'canceled');

    const other = await challenged();
    await stripe.paymentIntents.confirm(other.intent.id, { payment_method: 'pm_card_visa' });
    await press(other.url, 'complete');
    assert.equal((await stripe.charges.list({ payment_intent: other.intent.id })).data.length, 1);
  });

  test('cannot be framed and runs no inline script', async () => {
    const { url } = await challenged();
    const response = await fetch(url);
    const policy = String(response.headers.get('content-security-policy'));
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(response.headers.get('x-frame-options'), 'DENY');
    assert.doesNotMatch(await response.text(), /<script>|<style|style=|onclick/);
  });
});

test('cancelling in the browser counts as failed', async () => {
  const { intent } = await challenged();
  const response = await fetch(`${sandbox.origin}/v1/payment_intents/${intent.id}/source_cancel`, {
    method: 'POST',
    headers: { authorization: `Bearer ${sandbox.keys.publishableKey}` },
    body: new URLSearchParams({ client_secret: intent.client_secret! }),
  });
  assert.equal(response.status, 200);
  assert.equal((await response.json()).last_payment_error.code, 'payment_intent_authentication_failure');
});
