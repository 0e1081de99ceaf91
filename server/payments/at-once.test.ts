import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { createStripeProvider } from './stripe.ts';

const NEW_INTENT = { amountCents: 500, userId: 'u', buyerId: 'u', purchaseId: 'o', idempotencyKey: 'key' };

/** Answers as Stripe does to whoever begins a payment: so often that the key is in use, and then the intent. */
async function startAnswering(inUse: number) {
  let requests = 0;
  const server = createServer((request, response) => {
    request.resume();
    requests += 1;
    const refused = requests <= inUse;
    const error = { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'In use' };
    const intent = { id: 'pi_1', object: 'payment_intent', status: 'requires_payment_method', metadata: {} };
    response.writeHead(refused ? 409 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(refused ? { error } : intent));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const at = { host: '127.0.0.1', port, protocol: 'http' } as const;
  const provider = createStripeProvider({
    secretKey: 'sk_test_x',
    webhookSecret: 'whsec_x',
    timeoutMs: 20_000,
    at,
  });
  return { provider, server, requests: () => requests };
}

test('twenty that begin to pay one order at once are one request', async (t) => {
  const { provider, server, requests } = await startAnswering(0);
  t.after(() => server.close());
  const begin = () => Promise.all(Array.from({ length: 20 }, () => provider.createIntent(NEW_INTENT)));
  assert.deepEqual([...new Set((await begin()).map(({ id }) => id))], ['pi_1']);
  assert.equal(requests(), 1);
  // Only while it is under way: later it is asked again.
  await begin();
  assert.equal(requests(), 2);
});

test('a process that is told that another one uses the key asks until it is free', async (t) => {
  const { provider, server, requests } = await startAnswering(5);
  t.after(() => server.close());
  assert.equal((await provider.createIntent(NEW_INTENT)).id, 'pi_1');
  assert.equal(requests(), 6);
});
