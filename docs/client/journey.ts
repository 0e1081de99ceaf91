// From sign-up to a paid order and a review, by a client that openapi-typescript has made of the shop's /openapi.json:
//   npx openapi-typescript http://localhost:3000/openapi.json -o shop.ts
//   SHOP=http://localhost:3000 node journey.ts
import createClient from 'openapi-fetch';
import type { components, paths } from './shop.ts';

type Order = components['schemas']['Order'];

const SHOP = process.env.SHOP ?? 'http://localhost:3000';
const shop = createClient<paths>({ baseUrl: SHOP });

/** Every error has a code: a problem's, or the sign-in provider's. */
function take<T>({ data, error }: { data?: T; error?: { code?: string } }): T {
  if (data === undefined) throw new Error(`refused: ${error?.code}`);
  return data;
}

// Writes that carry a cookie, and sign-in, need the shop's own origin.
const fromShop = { Origin: SHOP };
const account = { name: 'Typed Buyer', email: `typed-${Date.now()}@example.com`, password: 'bolt-7' };
take(await shop.POST('/api/auth/sign-up/email', { params: { header: fromShop }, body: account }));

const { response, ...signedIn } = await shop.POST('/api/auth/sign-in/email', {
  params: { header: fromShop },
  body: { email: account.email, password: account.password },
});
const { user } = take(signedIn);
const cookie = response.headers.getSetCookie().map((one) => one.split(';')[0]);

const { token } = take(
  await shop.PUT('/user/{email}', {
    params: { path: { email: user.email }, header: fromShop },
    body: { email: user.email },
    headers: { cookie: cookie.join('; ') },
  }),
);
shop.use({
  onRequest({ request }) {
    request.headers.set('Authorization', `Bearer ${token}`);
  },
});

// A list's length is a header; `limit` is a number.
const found = await shop.GET('/products', { params: { query: { q: 'fan 120', sort: 'price', limit: 1 } } });
const [product] = take(found);
if (!product) throw new Error('no such product');
const count = Number(found.response.headers.get('X-Total-Count'));

/** Places an order. The key makes it safe to send it again when the answer got lost. */
async function order(pieces: number): Promise<Order> {
  const { insertedId: id } = take(
    await shop.POST('/orders', {
      params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
      body: {
        name: user.name,
        email: user.email,
        productId: product!._id,
        productName: product!.name,
        available: product!.available,
        price: product!.price,
        order: pieces,
        shippingAdd: '1 Dock Road',
        phone: '+1 555 0100',
      },
    }),
  );
  return take(await shop.GET('/orders/{id}', { params: { path: { id } } }));
}
const kept = await order(product.minOrder);
const unwanted = await order(product.minOrder);

// The card goes to the payment provider, never through the shop.
const { stripe } = take(await shop.GET('/config'));
const { clientSecret } = take(
  await shop.POST('/create-payment-intent', { body: { price: kept.total, orderId: kept._id } }),
);
const transactionId = clientSecret.split('_secret_')[0]!;
const confirmed = await fetch(`${stripe.apiUrl}/v1/payment_intents/${transactionId}/confirm`, {
  method: 'POST',
  headers: { Authorization: `Bearer ${stripe.publishableKey}` },
  body: new URLSearchParams({ client_secret: clientSecret, payment_method: 'pm_card_visa' }),
});
if (!confirmed.ok) throw new Error(`the card was refused: ${await confirmed.text()}`);

take(await shop.PATCH('/orders/{id}', { params: { path: { id: kept._id } }, body: { transactionId } }));
const paid = take(await shop.GET('/orders/{id}', { params: { path: { id: kept._id } } }));

const deleted = take(await shop.DELETE('/orders/{id}', { params: { path: { id: unwanted._id } } }));
// A refusal is typed by its status and code.
const again = await shop.DELETE('/orders/{id}', { params: { path: { id: kept._id } } });
const refusal = again.error?.code === 'already_paid' ? again.error.code : undefined;

const review = take(
  await shop.POST('/reviews', { body: { ratings: '5', description: 'Well packed, on time.' } }),
);

process.stdout.write(`${JSON.stringify({ count, paid, deleted, refusal, review })}\n`);
