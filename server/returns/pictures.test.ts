import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import sharp from 'sharp';
import { askForReturn } from '../../tests/fixtures/returns.ts';
import { startShopWithTill } from '../../tests/fixtures/shop-with-till.ts';
import { sendForEver } from '../../tests/fixtures/slow-upload.ts';
import { picture } from '../../tests/hostile-pictures.ts';
import { until } from '../../tests/until.ts';
import { forgetPictures } from './pictures.ts';

const place = await startShopWithTill();
const { shop, admin, buyer } = place;
const { pool, db } = shop.database;
const other = await shop.signUp();
const png = await picture(1600, 900).png().toBuffer();

const ask = () => askForReturn(place);

async function add(id: string, bytes: Buffer = png, { who = buyer, key = '' } = {}) {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(bytes)]), 'a.png');
  const answer = await fetch(`${shop.origin}/returns/${id}/pictures`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}`, ...(key && { 'idempotency-key': key }) },
    body: form,
  });
  return { status: answer.status, body: await answer.json() };
}

const get = (id: string, nth: string, { token } = buyer) =>
  fetch(`${shop.origin}/returns/${id}/pictures/${nth}`, { headers: { authorization: `Bearer ${token}` } });
const countOf = async (id: string): Promise<number> => {
  const { body } = await shop.call('GET /returns', { token: admin.token });
  return body.find(({ _id }: { _id: string }) => _id === id).pictures;
};

describe('the pictures of a return', () => {
  test('are written anew, and shown to its buyer and staff alone', async () => {
    const id = await ask();
    assert.equal(await countOf(id), 0);
    assert.deepEqual(await add(id), { status: 201, body: { nth: 1 } });
    assert.deepEqual((await add(id, png, { who: admin })).body, { nth: 2 });
    assert.equal(await countOf(id), 2);
    for (const who of [buyer, admin]) {
      const answer = await get(id, '1', who);
      assert.equal(answer.headers.get('content-type'), 'image/webp');
      assert.equal(answer.headers.get('cache-control'), 'private, no-store');
      const { format, width } = await sharp(await answer.arrayBuffer()).metadata();
      assert.deepEqual([format, width], ['webp', 1280]);
    }
    for (const nth of ['1', '3', '0', '-1', '1e0', 'x'])
      assert.equal((await get(id, nth, other)).status, 404);
    for (const nth of ['3', '0', '-1', '1e0', 'x']) assert.equal((await get(id, nth)).status, 404, nth);
    assert.equal((await add(id, png, { who: other })).status, 404);
    assert.equal((await add('none')).status, 404);
  });

  test('are three at most, however many are sent at once', async () => {
    const id = await ask();
    const small = await picture(8, 8).png().toBuffer();
    await add(id, small);
    const answers = await Promise.all(Array.from({ length: 4 }, () => add(id, small)));
    const full = answers.filter(({ status }) => status === 409);
    assert.deepEqual(
      full.map(({ body }) => [body.code, body.params]),
      [
        ['pictures_full', { most: 3 }],
        ['pictures_full', { most: 3 }],
      ],
    );
    assert.equal(await countOf(id), 3);
  });

  test('are added once with one key, only pictures, and only while the return is open', async () => {
    const id = await ask();
    const [first, second] = [await add(id, png, { key: 'a' }), await add(id, png, { key: 'a' })];
    assert.deepEqual([first, second], [first, first]);
    assert.equal(await countOf(id), 1);
    assert.equal((await add(id, Buffer.from('<svg/>'))).body.code, 'unsupported_image');
    assert.equal((await add(id, png.subarray(0, 400))).body.code, 'broken_image');
    assert.equal(await countOf(id), 1);
    const body = { state: 'declined', answer: 'Used' };
    await shop.call(`PATCH /returns/${id}`, { token: admin.token, body });
    assert.deepEqual((await add(id)).body.params, { state: 'declined' });
    assert.equal((await get(id, '1')).status, 200);
  });

  test('have places of their own: the shop’s pictures are taken while buyers take all of theirs', async () => {
    const id = await ask();
    const stops = Array.from({ length: 16 }, () =>
      sendForEver(`${shop.origin}/returns/${id}/pictures`, buyer),
    );
    const drawing = Buffer.from('<svg/>');
    await until(async () => (await add(id, drawing)).status === 503);
    const form = new FormData();
    form.set('image', new Blob([drawing]), 'a.png');
    const headers = { authorization: `Bearer ${admin.token}` };
    const answer = await fetch(`${shop.origin}/images`, { method: 'POST', headers, body: form });
    assert.equal(answer.status, 415);
    for (const stop of stops) stop();
    await until(async () => (await add(id, drawing)).status === 415);
  });

  test('are forgotten when the return ended long ago, and not before', async () => {
    const [open, ended, lately] = [await ask(), await ask(), await ask()];
    for (const id of [open, ended, lately]) await add(id, await picture(8, 8).png().toBuffer());
    await pool.query("update return_pictures set created_at = now() - interval '200 days'");
    for (const [id, days] of [
      [ended, 190],
      [lately, 100],
    ] as const) {
      const body = { state: 'declined', answer: 'Used' };
      await shop.call(`PATCH /returns/${id}`, { token: admin.token, body });
      await pool.query('update returns set closed_at = now() - make_interval(days => $2) where id = $1', [
        id,
        days,
      ]);
    }
    await forgetPictures(db);
    assert.deepEqual(
      await Promise.all([open, ended, lately].map(async (id) => (await get(id, '1')).status)),
      [200, 404, 200],
    );
  });
});
