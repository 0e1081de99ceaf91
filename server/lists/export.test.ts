import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, describe, test } from 'node:test';
import { readCells } from '#contract/tables/workbook.ts';
import { startTestShop } from '../../tests/testing.ts';

const shop = await startTestShop();
after(() => shop.close());
const buyer = await shop.signUp();
const admin = await shop.signInAdmin();
const { insertedId: productId } = (
  await shop.call('POST /products', {
    token: admin.token,
    body: {
      ...{ name: 'Case Fan', sku: '007.50', maker: 'Arden', mpn: '1e5', price: 2.5, minOrder: 100 },
      ...{ available: 1_000, image: '/images/x.webp', shortDetails: 'A part' },
      priceBreaks: [{ from: 500, price: 1.234567 }],
    },
  })
).body;
const lines = [
  { productId, quantity: 500, customerRef: '0042', designators: 'M1, M2' },
  { raw: '=SUM(A1), "unknown"', quantity: 3 },
];
const { body } = await shop.call('POST /lists', {
  token: buyer.token,
  body: { name: 'Board A', lines: lines.map((line, position) => ({ _id: randomUUID(), position, ...line })) },
});

const ask = async (query: string, { token } = buyer) =>
  fetch(`${shop.origin}/lists/${body.insertedId}/export${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
const HEAD = 'SKU,MPN,Manufacturer,Description,Quantity,Customer part number,Designators,Unit price,Total';

describe('a list as a file', () => {
  test('has the prices of today, and identifiers as they are', async () => {
    const answer = await ask('');
    assert.equal(answer.headers.get('content-disposition'), 'attachment; filename="list.csv"');
    assert.deepEqual((await answer.text()).split('\r\n'), [
      HEAD,
      '007.50,1e5,Arden,Case Fan,500,0042,"M1, M2",1.234567,617.28',
      `,,,"'=SUM(A1), ""unknown""",3,,,,`,
      '',
    ]);
    const workbook = await ask('?format=xlsx');
    const cells = await readCells(new Uint8Array(await workbook.arrayBuffer()), {
      ...{ rows: 10, columns: 20, unpackedBytes: 1_000_000 },
    });
    assert.deepEqual(cells, [
      HEAD.split(','),
      ['007.50', '1e5', 'Arden', 'Case Fan', 500, '0042', 'M1, M2', 1.234567, 617.28],
      [null, null, null, '=SUM(A1), "unknown"', 3, null, null, null, null],
    ]);
    assert.equal((await ask('?format=pdf')).status, 400);
  });

  test('is for its owner, and for whoever has its key', async () => {
    const other = await shop.signUp();
    assert.equal((await ask('', other)).status, 404);
    await shop.call(`PATCH /lists/${body.insertedId}`, {
      token: buyer.token,
      body: { version: 0, ops: [{ op: 'share', shared: true }] },
    });
    const { shareKey } = (await shop.call(`GET /lists/${body.insertedId}`, { token: buyer.token })).body;
    assert.equal((await ask(`?key=${shareKey}`, other)).status, 200);
    assert.equal((await ask('?key=x', other)).status, 404);
  });
});
