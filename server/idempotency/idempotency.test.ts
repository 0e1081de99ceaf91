import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import sharp from 'sharp';
import { api, type CallName, callNames } from '#contract/api.ts';
import type { Call } from '#contract/call.ts';
import type { Product } from '#contract/products.ts';
import { orderFor, type Person, startTestShop } from '../../tests/testing.ts';

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
  first(): unknown;
  same(): unknown[];
  others(): unknown[];
}

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
  createPaymentIntent: {
    first: () => ({ price: order.total, orderId: order._id }),
    // As 1.15 * 100 comes out of a client's own arithmetic.
    same: () => [{ price: 114.99999999999999, orderId: order._id, unknown: true }],
    others: () => [{ price: 116, orderId: order._id }, { price: order.total }],
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
};

async function send(call: Call, key: string, body: unknown, person: Person) {
  const answer = await fetch(shop.origin + call.path, {
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
      const { as, first, same, others } = requests[name] ?? assert.fail(`state the requests of ${name}`);
      const [call, person]: [Call, Person] = [api[name], as?.() ?? buyer];
      const answer = await send(call, `key-${name}`, first(), person);
      assert.ok(answer.status < 300, JSON.stringify(answer.body));
      for (const body of [first(), ...same()]) {
        assert.deepEqual(await send(call, `key-${name}`, body, person), answer, JSON.stringify(body));
      }
      for (const body of others()) {
        const refusal = await send(call, `key-${name}`, body, person);
        assert.equal(refusal.status, 409, JSON.stringify(body));
        assert.equal((refusal.body.error ?? refusal.body).code, 'idempotency_key_reused');
        assert.equal(refusal.body.createdId, answer.body.insertedId);
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
