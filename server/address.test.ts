import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { intentIdOf, openTill } from '../tests/fixtures/payments.ts';
import { findOuterAddress } from '../tests/outer-address.ts';
import { startTestShop } from '../tests/testing.ts';
import { findAddress } from './address.ts';

const outer = findOuterAddress();
const hasIPv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');

for (const name of ['127.0.0.1', 'localhost', '0.0.0.0', ...(hasIPv6 ? ['::'] : [])]) {
  test(`what listens at ${name} is reached by name and by address`, async () => {
    const { port, reachedAt, ownOrigin, origins } = await findAddress(name, 0);
    assert.ok(port > 0);
    assert.equal(reachedAt, '127.0.0.1');
    assert.equal(ownOrigin, `http://127.0.0.1:${port}`);
    assert.deepEqual(origins, [`http://localhost:${port}`, ownOrigin]);
  });
}

test('an address of IPv6 stands in brackets in an origin, and bare elsewhere', {
  skip: !hasIPv6,
}, async () => {
  const { port, host, reachedAt, origins } = await findAddress('::1', 0);
  assert.deepEqual([host, reachedAt], ['::1', '::1']);
  assert.deepEqual(origins, [`http://localhost:${port}`, `http://[::1]:${port}`]);
});

test('what cannot be listened at is named in one line', async (t) => {
  // 198.51.100.0/24 is for examples in texts (RFC 5737): no machine has its addresses.
  for (const name of ['no such host', '198.51.100.7'])
    await assert.rejects(findAddress(name, 0), new RegExp(`^EnvError: HOST ${name} is not an address`));
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await assert.rejects(
    findAddress('127.0.0.1', port),
    new RegExp(`^EnvError: PORT ${port} is in use. Choose another: PORT=${port + 1} npm start$`),
  );
});

test('a name of the machine is one of its origins', async (t) => {
  const found = await findAddress(hostname(), 0).catch(() => undefined);
  if (!found) return t.skip('this machine is not known by its name');
  assert.equal(found.origins[0], new URL(`http://${hostname()}:${found.port}`).origin);
});

test('at another address of the machine one signs in, with Google too, orders and pays', {
  skip: !outer,
}, async () => {
  const shop = await startTestShop({ HOST: outer! });
  try {
    assert.equal(new URL(shop.origin).hostname, outer);
    const till = await openTill(shop);
    const buyer = await shop.signUp();
    const { id, total } = await till.place(buyer);
    const { body } = await till.createIntent(buyer, { price: total, orderId: id });
    assert.equal((await till.pay(body.clientSecret)).body.status, 'succeeded');
    assert.equal((await till.settle(buyer, id, intentIdOf(body.clientSecret))).status, 200);
    const google = await shop.call('POST /api/auth/sign-in/social', {
      body: { provider: 'google', callbackURL: '/login?google=done', errorCallbackURL: '/login?from=%2F' },
      headers: { origin: shop.origin },
    });
    assert.equal(google.status, 200, JSON.stringify(google.body));
    const visit = new URL(google.body.url);
    assert.equal(visit.origin, shop.origin);
    assert.equal(visit.searchParams.get('redirect_uri'), `${shop.origin}/api/auth/callback/google`);
  } finally {
    await shop.close();
  }
});
