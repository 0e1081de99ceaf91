import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import sharp from 'sharp';
import { api, type CallName, callNames } from '#contract/api.ts';
import type { Call } from '#contract/kernel/call.ts';
import type { Product } from '#contract/products/schema.ts';
import { proveAddressOf } from '../../../tests/fixtures/accounts.ts';
import { openTill } from '../../../tests/fixtures/payments.ts';
import { purchaseFor, SHIP_TO } from '../../../tests/fixtures/purchases.ts';
import { orderFor, type Person, startTestShop } from '../../../tests/testing.ts';

const SIZE = { width: 8, height: 8 };
const newProduct = {
  ...{ name: 'Part', image: '/images/x.webp', shortDetails: 'A part', minOrder: 100 },
  ...{ available: 10_000, price: 1.15 },
};

const shop = await startTestShop();
const admin = await shop.signInAdmin();
const buyer = await shop.signUp();
const product = await addProduct('Part');
const placed = await shop.call('POST /orders', { token: buyer.token, body: orderFor(product, buyer) });
const order: { _id: string; total: number } = (
  await shop.call(`GET /orders/${placed.body.insertedId}`, { token: buyer.token })
).body;
await proveAddressOf(shop.database.pool, buyer.email);
const company = { name: 'Company', address: SHIP_TO };
const companyId: string = (await shop.call('POST /companies', { token: buyer.token, body: company })).body
  .insertedId;
const colleagueId: string = await (async () => {
  const { rows } = await shop.database.pool.query(
    `insert into members (buyer_id, user_id, roles) select buyer.id, colleague.id, '{admin}' from users buyer, users colleague
     where buyer.email = $1 and colleague.email = $2 returning user_id`,
    [buyer.email, admin.email],
  );
  return rows[0].user_id;
})();
const counted = await addProduct('Counted');
const DUE_ON = '2099-03-03';
const [receipt]: { _id: string }[] = await (async () => {
  const other = await addProduct('Expected');
  const path = `/products/${other._id}/receipts`;
  const body = { dueOn: DUE_ON, quantity: 500 };
  await shop.call(`POST ${path}`, { token: admin.token, body });
  return (await shop.call(`GET ${path}`, { token: admin.token })).body;
})();
/** A paid order of 100 pieces, of which 50 are shipped and 10 of these on their way back. */
const paid = await (async () => {
  const till = await openTill(shop);
  const { id: orderId } = await till.payOrder(buyer);
  const { body } = await shop.call(`GET /orders/${orderId}`, { token: buyer.token });
  const post = (what: string, line: object) =>
    shop.call(`POST /purchases/${body.purchaseId}/${what}`, {
      ...{ token: admin.token, body: { lines: [{ orderId, ...line }] } },
    });
  await post('shipments', { quantity: 50 });
  const returned = await post('returns', { quantity: 10, reason: 'Too many' });
  return { id: body.purchaseId as string, orderId, returnId: returned.body.insertedId as string };
})();
const linesOf = (quantity: number, more = {}) => [{ orderId: paid.orderId, quantity, ...more }];
const countsOf = (pieces: number, more = {}) => [
  { productId: counted._id, counted: pieces, expected: counted.available, ...more },
];
const picture = Buffer.from(
  await sharp({ create: { ...SIZE, channels: 3, background: '#123' } })
    .png()
    .toBuffer(),
);
after(() => shop.close());

async function addProduct(name: string): Promise<Product> {
  const { body } = await shop.call('POST /products', { token: admin.token, body: { ...newProduct, name } });
  return (await shop.call(`GET /products/${body.insertedId}`)).body;
}

function upload(bytes: Buffer<ArrayBuffer>, fileName: string): FormData {
  const form = new FormData();
  form.set('image', new Blob([bytes]), fileName);
  return form;
}

/** Requests of a creating call: one, some that ask for the same in other words, and some that ask for something else. */
interface Requests {
  as?: () => Person;
  /** The id in the path; the cart's without. */
  id?: () => string;
  first(): unknown;
  same(): unknown[];
  others(): unknown[];
}

const priced = { sku: 'NO-SUCH-PART', price: 1 };
const purchase = purchaseFor([[product, 100]], { poNumber: 'PO-1' });
const listLine = { _id: crypto.randomUUID(), position: 1, raw: '200x NB-E64' };
const list = { name: 'Board A', lines: [listLine] };
const review = { ratings: '5', description: 'Good parts.' };
const requests: { [N in CallName]?: Requests } = {
  placeOrder: {
    first: () => orderFor(product, buyer),
    same: () => [
      { ...orderFor(product, buyer), available: 1, name: 'Another', productName: 'Renamed' },
      { ...orderFor(product, buyer), email: ` ${buyer.email.toUpperCase()} `, unknown: true },
    ],
    others: () => [
      orderFor(product, buyer, 101),
      { ...orderFor(product, buyer), price: 1.16 },
      { ...orderFor(product, buyer), productId: crypto.randomUUID() },
      { ...orderFor(product, buyer), shippingAdd: '2 Dock Road' },
      { ...orderFor(product, buyer), phone: '+1 555 0101' },
    ],
  },
  placePurchase: {
    first: () => purchase,
    same: () => [
      { ...purchase, poNumber: ' PO-1 ', note: '', unknown: true },
      // As a client's own arithmetic may have it.
      { ...purchase, expectedTotal: 114.99999999999999 },
      { ...purchase, shipTo: { ...SHIP_TO, name: ` ${SHIP_TO.name}`, email: buyer.email } },
    ],
    others: () => [
      { ...purchase, lines: [{ productId: product._id, quantity: 101 }] },
      { ...purchase, lines: [...purchase.lines, ...purchase.lines] },
      { ...purchase, lines: [{ ...purchase.lines[0], customerRef: 'FAN-1' }] },
      { ...purchase, poNumber: 'PO-2' },
      { ...purchase, note: 'Ring' },
      { ...purchase, expectedTotal: 116 },
      { ...purchase, shipTo: { ...SHIP_TO, city: 'Alameda' } },
    ],
  },
  createPaymentIntent: {
    first: () => ({ price: order.total, orderId: order._id }),
    // As 1.15 * 100 comes out of a client's own arithmetic.
    same: () => [{ price: 114.99999999999999, orderId: order._id, unknown: true }],
    others: () => [{ price: 116, orderId: order._id }, { price: order.total }],
  },
  addList: {
    first: () => list,
    same: () => [{ ...list, name: ' Board A ', unknown: true }],
    others: () => [
      { ...list, name: 'Board B' },
      { ...list, boards: 5 },
      { ...list, lines: [{ ...listLine, quantity: 2 }] },
    ],
  },
  openCompany: {
    first: () => ({ name: 'Acme', address: SHIP_TO }),
    same: () => [{ name: ' Acme', address: SHIP_TO, unknown: true }],
    others: () => [{ name: 'Acme Ltd', address: SHIP_TO }],
  },
  addBudget: {
    id: () => companyId,
    first: () => ({ name: 'Lab', period: 'month', limit: 2500 }),
    same: () => [{ name: ' Lab', period: 'month', limit: 2500, unknown: true }],
    others: () => [{ name: 'Lab', period: 'year', limit: 2500 }],
  },
  invite: {
    id: () => companyId,
    first: () => ({ email: 'colleague@example.com', roles: ['buyer'] }),
    same: () => [{ email: 'colleague@example.com', roles: ['buyer', 'buyer'], unknown: true }],
    others: () => [{ email: 'colleague@example.com', roles: ['viewer'] }],
  },
  addAddress: {
    first: () => ({ shipTo: SHIP_TO }),
    same: () => [{ shipTo: { ...SHIP_TO, name: ` ${SHIP_TO.name}`, unknown: true } }],
    others: () => [{ shipTo: { ...SHIP_TO, city: 'Alameda' } }, { shipTo: SHIP_TO, isDefault: true }],
  },
  changeList: {
    first: () => ({ version: 0, ops: [{ op: 'put', line: listLine }] }),
    same: () => [{ version: 0, ops: [{ op: 'put', line: { ...listLine, unknown: true } }] }],
    others: () => [
      { version: 1, ops: [{ op: 'put', line: listLine }] },
      { version: 0, ops: [{ op: 'remove', _id: listLine._id }] },
    ],
  },
  handOver: {
    // Of the cart that the call before has filled; to somebody who may act for the same buyer.
    first: () => ({ userId: colleagueId, keep: true }),
    same: () => [{ userId: colleagueId, keep: true, unknown: true }],
    others: () => [{ userId: colleagueId }],
  },
  addProduct: {
    as: () => admin,
    first: () => newProduct,
    same: () => [{ ...newProduct, name: ' Part ', unknown: true }],
    others: () =>
      [{ name: 'Other' }, { price: 1.16 }, { available: 1 }, { minOrder: 1 }, { shortDetails: 'x' }].map(
        (change) => ({ ...newProduct, ...change }),
      ),
  },
  addPriceList: {
    as: () => admin,
    first: () => ({ name: 'Acme', prices: [{ productId: product._id, price: 1 }] }),
    same: () => [{ name: ' Acme ', prices: [{ productId: product._id, price: 1, unknown: true }] }],
    others: () => [
      { name: 'Acme', prices: [{ productId: product._id, price: 1.1 }] },
      { name: 'Acme', minusPercent: 5 },
    ],
  },
  addBuyerGroup: {
    as: () => admin,
    first: () => ({ name: 'Resellers' }),
    same: () => [{ name: ' Resellers', unknown: true }],
    others: () => [{ name: 'Schools' }],
  },
  addReceipt: {
    as: () => admin,
    id: () => product._id,
    first: () => ({ dueOn: DUE_ON, quantity: 500 }),
    same: () => [{ dueOn: DUE_ON, quantity: 500, unknown: true }],
    others: () => [
      { dueOn: DUE_ON, quantity: 501 },
      { dueOn: '2099-03-04', quantity: 500 },
    ],
  },
  arriveReceipt: {
    as: () => admin,
    id: () => receipt!._id,
    first: () => ({ quantity: 100 }),
    same: () => [{ quantity: 100, unknown: true }],
    others: () => [{ quantity: 101 }],
  },
  refundPieces: {
    as: () => admin,
    id: () => paid.id,
    first: () => ({ reason: 'Late', lines: linesOf(5) }),
    same: () => [{ reason: ' Late ', lines: linesOf(5, { unknown: true }), unknown: true }],
    others: () => [
      { reason: 'Later', lines: linesOf(5) },
      { reason: 'Late', lines: linesOf(6) },
      { reason: 'Late', lines: linesOf(5, { of: 'shipped' }) },
      { reason: 'Late', lines: linesOf(5, { restock: true }) },
    ],
  },
  refundAmount: {
    as: () => admin,
    id: () => paid.id,
    first: () => ({ reason: 'Late', amount: 1 }),
    same: () => [{ reason: ' Late ', amount: 1, unknown: true }],
    others: () => [
      { reason: 'Later', amount: 1 },
      { reason: 'Late', amount: 2 },
    ],
  },
  addNote: {
    as: () => admin,
    id: () => paid.id,
    first: () => ({ text: 'Call first' }),
    same: () => [{ text: ' Call first ', unknown: true }],
    others: () => [{ text: 'Call later' }, { text: 'Call first', toBuyer: true }],
  },
  addShipment: {
    as: () => admin,
    id: () => paid.id,
    first: () => ({ lines: linesOf(5), carrier: 'DHL', tracking: '1' }),
    same: () => [{ lines: linesOf(5, { unknown: true }), carrier: ' DHL ', tracking: '1' }],
    others: () => [
      { lines: linesOf(6), carrier: 'DHL', tracking: '1' },
      { lines: linesOf(5), carrier: 'UPS', tracking: '1' },
      { lines: linesOf(5), carrier: 'DHL' },
    ],
  },
  addReturn: {
    id: () => paid.id,
    first: () => ({ lines: linesOf(5, { reason: 'Late' }) }),
    same: () => [{ lines: linesOf(5, { reason: ' Late ' }), unknown: true }],
    others: () => [{ lines: linesOf(6, { reason: 'Late' }) }, { lines: linesOf(5, { reason: 'Later' }) }],
  },
  receiveReturn: {
    as: () => admin,
    id: () => paid.returnId,
    first: () => ({ lines: linesOf(5, { condition: 'as new', restock: true }) }),
    same: () => [{ lines: linesOf(5, { condition: ' as new ', restock: true }), unknown: true }],
    others: () => [
      { lines: linesOf(4, { condition: 'as new', restock: true }) },
      { lines: linesOf(5, { condition: 'as new', restock: false }) },
      { lines: linesOf(5, { condition: 'bent', restock: true }) },
    ],
  },
  addMovement: {
    as: () => admin,
    id: () => product._id,
    first: () => ({ kind: 'received', quantity: 5, why: 'Late' }),
    same: () => [{ kind: 'received', quantity: 5, why: ' Late ', unknown: true }],
    others: () => [
      { kind: 'received', quantity: 6, why: 'Late' },
      { kind: 'corrected', quantity: 5, why: 'Late' },
      { kind: 'received', quantity: 5, why: 'Later' },
      { kind: 'received', quantity: 5 },
    ],
  },
  addCounts: {
    as: () => admin,
    first: () => ({ lines: countsOf(9_990) }),
    same: () => [{ lines: countsOf(9_990, { unknown: true }) }],
    others: () => [
      { lines: countsOf(9_991) },
      { lines: countsOf(9_990, { expected: 9_990 }) },
      { lines: countsOf(9_990), why: 'Year’s end' },
    ],
  },
  addMovements: {
    as: () => admin,
    first: () => ({ lines: [{ sku: product.sku, added: 5 }] }),
    same: () => [{ lines: [{ sku: product.sku, added: 5, unknown: true }] }],
    others: () => [
      { lines: [{ sku: product.sku, added: 6 }] },
      { lines: [{ sku: product.sku, added: 5 }], why: 'Late' },
    ],
  },
  addReview: {
    first: () => review,
    same: () => [
      { name: 'Another', email: 'another@example.com', ...review },
      { ...review, ratings: 5 },
    ],
    others: () => [
      { ...review, ratings: '4' },
      { ...review, description: 'Fine parts.' },
    ],
  },
  uploadImage: {
    as: () => admin,
    first: () => upload(picture, 'a.png'),
    same: () => [upload(picture, 'b.png')],
    others: () => [upload(Buffer.concat([picture, Buffer.from('x')]), 'a.png')],
  },
  addReturnPicture: {
    id: () => paid.returnId,
    first: () => upload(picture, 'a.png'),
    same: () => [upload(picture, 'b.png')],
    others: () => [upload(Buffer.concat([picture, Buffer.from('x')]), 'a.png')],
  },
  addImport: {
    as: () => admin,
    first: () => ({ rows: [priced] }),
    // The bytes count, as they do of a file.
    same: () => [],
    others: () => [{ rows: [{ ...priced, price: 2 }] }, { rows: [priced], decimal: ',' }],
  },
};

async function send(call: Call, key: string, body: unknown, person: Person, id = 'cart') {
  const answer = await fetch(shop.origin + call.path.replace(':id', id), {
    method: call.method,
    headers: {
      authorization: `Bearer ${person.token}`,
      'idempotency-key': key,
      ...(!(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    body: body instanceof FormData ? body : JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

describe('the same Idempotency-Key', () => {
  const creating = callNames.filter((name) => (api[name] as Call).creates);
  for (const name of creating) {
    test(`${name} answers the same to a request that differs in what decides nothing, and 409 to another`, async () => {
      const { as, id, first, same, others } = requests[name] ?? assert.fail(`state the requests of ${name}`);
      const [call, person]: [Call, Person] = [api[name], as?.() ?? buyer];
      const ask = (body: unknown) => send(call, `key-${name}`, body, person, id?.());
      const answer = await ask(first());
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
      for (const body of [first(), ...same()]) {
        assert.deepEqual(await ask(body), answer, JSON.stringify(body));
      }
      for (const body of others()) {
        const refusal = await ask(body);
        assert.equal(refusal.status, 409, JSON.stringify(body));
        assert.equal((refusal.body.error ?? refusal.body).code, 'idempotency_key_reused');
        assert.equal(refusal.body.createdId, answer.body.insertedId ?? answer.body._id);
      }
    });
  }

  test('answers the same order for a name that stands for another product, or for none, meanwhile', async () => {
    const named = await addProduct('Named once');
    const { productId: _, ...body } = orderFor(named, buyer);
    const first = await send(api.placeOrder, 'by-name', body, buyer);
    assert.equal(first.status, 201);
    const second = await addProduct('Named once');
    assert.deepEqual(await send(api.placeOrder, 'by-name', body, buyer), first);
    assert.equal((await send(api.placeOrder, 'by-name-2', body, buyer)).body.code, 'ambiguous_product');
    for (const { _id } of [named, second]) await shop.call(`DELETE /products/${_id}`, { token: admin.token });
    assert.deepEqual(await send(api.placeOrder, 'by-name', body, buyer), first);
    assert.equal((await send(api.placeOrder, 'by-name-2', body, buyer)).body.code, 'not_found');
    const other = await send(api.placeOrder, 'by-name', { ...body, productName: 'Other name' }, buyer);
    assert.equal(other.body.code, 'idempotency_key_reused');
  });
});
