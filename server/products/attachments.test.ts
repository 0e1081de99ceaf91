import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { uploadFile } from '../../tests/fixtures/files.ts';
import { startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop();
const admin = await shop.signInAdmin();
after(() => shop.close());

const part = {
  ...{ name: 'Riser Card', image: '/images/x.webp', shortDetails: 'A riser' },
  ...{ minOrder: 100, available: 900, price: 17.35 },
};
const { token } = admin;
const datasheet = { kind: 'datasheet', name: 'Datasheet' };

async function add(body: object) {
  return shop.call('POST /products', { token, body: { ...part, ...body } });
}
const change = (id: string, body: object) => shop.call(`PATCH /products/${id}`, { token, body });
const read = async (id: string) => (await shop.call(`GET /products/${id}`)).body;

describe('attachments', () => {
  let file: { url: string; bytes: number };
  before(async () => {
    file = await uploadFile(shop, admin, 'a');
  });

  test('are answered with the bytes of their files, in their order', async () => {
    const other = await uploadFile(shop, admin, 'another');
    const attachments = [
      { kind: 'certificate', name: 'CE declaration', url: other.url },
      { ...datasheet, url: file.url, bytes: 1 },
    ];
    const { status, body } = await add({ attachments });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual((await read(body.insertedId)).attachments, [
      { kind: 'certificate', name: 'CE declaration', ...other },
      { ...datasheet, ...file },
    ]);
  });

  test('are replaced by a change of them, kept by others, and taken away; the log tells', async () => {
    const id = (await add({})).body.insertedId;
    assert.deepEqual((await read(id)).attachments, []);
    await change(id, { attachments: [{ ...datasheet, url: file.url }] });
    await change(id, { price: 17 });
    assert.deepEqual((await read(id)).attachments, [{ ...datasheet, ...file }]);
    await change(id, { attachments: [] });
    assert.deepEqual((await read(id)).attachments, []);
    const { body: log } = await shop.call(`GET /events?product=${id}`, { token });
    assert.deepEqual(
      log.map((entry: { why: string }) => entry.why),
      ['files Datasheet → none', 'price $17.35 → $17.00', 'files none → Datasheet', 'Riser Card at $17.35'],
    );
  });

  test('of files that were not uploaded are refused by their places and addresses', async () => {
    const url = `/files/${'0'.repeat(64)}.pdf`;
    const { status, body } = await add({
      attachments: [
        { ...datasheet, url: file.url },
        { ...datasheet, url },
      ],
    });
    assert.equal(status, 400);
    assert.deepEqual(body.errors, [
      {
        ...{ field: 'attachments.1.url', code: 'no_such_file', params: { url } },
        message: `There is no file ${url}. Upload it again.`,
      },
    ]);
  });

  test('are uploaded files with a known kind and a name, and 20 at most', async () => {
    const cases: [attachments: object[], field: string, code: string][] = [
      [[{ ...datasheet, url: 'https://evil.example/a.pdf' }], 'attachments.0.url', 'attachment_url'],
      [[{ ...datasheet, url: `${file.url}/../x` }], 'attachments.0.url', 'attachment_url'],
      [[{ ...datasheet, url: file.url, kind: 'page' }], 'attachments.0.kind', 'attachment_kind'],
      [[{ ...datasheet, url: file.url, name: ' ' }], 'attachments.0.name', 'attachment_name'],
      [[{ ...datasheet, url: file.url, name: 'x'.repeat(101) }], 'attachments.0.name', 'too_long'],
      [Array(21).fill({ ...datasheet, url: file.url }), 'attachments', 'too_many_attachments'],
    ];
    for (const [attachments, field, code] of cases) {
      const { status, body } = await add({ attachments });
      assert.equal(status, 400);
      assert.deepEqual([body.errors[0].field, body.errors[0].code], [field, code]);
    }
    const widest = { ...datasheet, url: file.url, name: `A${'\u0001'.repeat(99)}` };
    assert.equal((await add({ attachments: Array(20).fill(widest) })).status, 201);
  });
});
