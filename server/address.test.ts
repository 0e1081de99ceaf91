import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { test } from 'node:test';
import { findAddress } from './address.ts';
import { intentIdOf, openTill } from './payments/testing.ts';
import { startTestShop } from './testing.ts';

const outer = Object.values(networkInterfaces())
  .flat()
  .find((one) => one?.family === 'IPv4' && !one.internal)?.address;

test('a shop on this machine only is reached by name and by address', async () => {
  for (const name of ['127.0.0.1', 'localhost', '0.0.0.0']) {
    const { port, reachedAt, ownOrigin, origins } = await findAddress(name, 0);
    assert.ok(port > 0);
    assert.equal(reachedAt, '127.0.0.1');
    assert.equal(ownOrigin, `http://127.0.0.1:${port}`);
    assert.deepEqual(origins, [`http://localhost:${port}`, ownOrigin]);
  }
});

test('what cannot be listened at is named in one line', async (t) => {
  // 192.0.2.0/24 is for examples, 198.51.100.0/24 as well (RFC 5737): no machine has their addresses.
  for (const name of ['no-such-host.invalid', '198.51.100.7'])
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

test('at another address of the machine one signs in and pays, too', { skip: !outer }, async () => {
  const shop = await startTestShop({ HOST: outer! });
  try {
    assert.equal(new URL(shop.origin).hostname, outer);
    const till = await openTill(shop);
    const buyer = await shop.signUp();
    const { id, total } = await till.place(buyer);
    const { body } = await till.createIntent(buyer, { price: total, orderId: id });
    assert.equal((await till.pay(body.clientSecret)).body.status, 'succeeded');
    assert.equal((await till.settle(buyer, id, intentIdOf(body.clientSecret))).status, 200);
  } finally {
    await shop.close();
  }
});
