import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, test } from 'node:test';
import { startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop();
after(() => shop.close());

/** Asks under another name than the shop's: fetch does not let a Host be set. */
function ask(host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${shop.origin}/second-factor`, { headers: { host } }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}

test('under a name that is not the shop’s nobody has a session, and signing in is not told to be down', async () => {
  const { host, port } = new URL(shop.origin);
  for (const other of ['evil.example', `localhost.:${port}`, `x.localhost:${port}`])
    assert.equal(await ask(other), 401, other);
  assert.equal(await ask(host), 401);
});
