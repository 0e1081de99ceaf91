import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { askForReturn } from '../../tests/fixtures/returns.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { sendForEver } from '../../tests/fixtures/slow-upload.ts';
import { onlyBegins } from '../../tests/hostile-pictures.ts';
import type { Person } from '../../tests/test-client.ts';
import { until } from '../../tests/until.ts';

const place = await startShopWithTill({ RATE_LIMITS: 'on' });
const { shop, admin, buyer } = place;
const drawing = Buffer.from('<svg/>');
/** Would be answered 400 once it is decoded. */
const broken = onlyBegins('png');

const ask = () => askForReturn(place);

async function send(path: string, bytes: Buffer, { token }: Person): Promise<[number, string]> {
  const body = new FormData();
  body.set('image', new Blob([new Uint8Array(bytes)]), 'a.png');
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(shop.origin + path, { method: 'POST', headers, body });
  return [answer.status, (await answer.json()).code];
}

describe('what buyers’ pictures cost', () => {
  test('none is decoded for a return that is full or has ended', async () => {
    const id = await ask();
    await shop.database.pool.query(
      "insert into return_pictures (return_id, nth, webp) select $1, nth, 'x' from generate_series(1, 3) as nth",
      [id],
    );
    assert.deepEqual(await send(`/returns/${id}/pictures`, broken, buyer), [409, 'pictures_full']);
    const ended = await ask();
    assert.deepEqual(await send(`/returns/${ended}/pictures`, broken, buyer), [400, 'broken_image']);
    const body = { state: 'declined', answer: 'Used' };
    await shop.call(`PATCH /returns/${ended}`, { token: admin.token, body });
    assert.deepEqual(await send(`/returns/${ended}/pictures`, broken, buyer), [409, 'return_state']);
  });

  test('a person sends one at a time', async () => {
    const path = `/returns/${await ask()}/pictures`;
    const stop = sendForEver(shop.origin + path, buyer);
    const isRefused = async () => (await send(path, drawing, buyer))[0] === 429;
    await until(isRefused);
    assert.deepEqual(await send(path, drawing, admin), [415, 'unsupported_image']);
    stop();
    await until(async () => !(await isRefused()));
  });
});
