import type { Order } from '#contract/orders.ts';
import type { Product } from '#contract/products.ts';
import { confirmPayment, intentIdOf } from '../fixtures/payments.ts';
import { orderFor } from '../test-client.ts';
import type { Shop } from './shop.ts';

/** Someone who calls the shop without a browser: arranges what a test needs, and looks at what came of it. */
export interface Caller {
  name: string;
  email: string;
  password: string;
  /** Makes a call such as 'GET /orders' in this person's name and answers its body. Throws when it is refused. */
  call<T = unknown>(route: string, body?: unknown): Promise<T>;
}

export interface Credentials {
  email: string;
  password: string;
}

/** Signs somebody in by calls; with a name, registers them first. */
export async function openAccount(origin: string, person: Credentials & { name?: string }): Promise<Caller> {
  const path = person.name === undefined ? 'sign-in' : 'sign-up';
  const entered = await send(origin, `POST /api/auth/${path}/email`, { body: person });
  const cookie = entered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  const { user } = (await entered.json()) as { user: { name: string; email: string } };
  const exchange = await send(origin, `PUT /user/${user.email}`, { body: { email: user.email }, cookie });
  const { token } = (await exchange.json()) as { token: string };
  return {
    ...person,
    name: user.name,
    async call<T>(route: string, body?: unknown) {
      const answer = await send(origin, route, { body, token });
      return (await answer.json()) as T;
    },
  };
}

interface SendOptions {
  body?: unknown;
  cookie?: string;
  token?: string;
}

async function send(origin: string, route: string, { body, cookie, token }: SendOptions): Promise<Response> {
  const [method, path] = route.split(' ') as [string, string];
  const answer = await fetch(origin + path, {
    method,
    headers: {
      origin,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(cookie && { cookie }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${route} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

/** Makes an account's address proven, as following the link in the mail does. */
export async function proveAddress(shop: Shop, email: string): Promise<void> {
  await shop.sql('update users set email_verified = true where email = $1', [email]);
}

/** Makes somebody an admin whose address is proven. */
export async function makeAdmin(shop: Shop, admin: Caller, email: string): Promise<void> {
  await proveAddress(shop, email);
  await admin.call(`PUT /user/admin/${email}`);
}

/** Places an order for a product as it is now and answers the order. */
export async function placeOrder(buyer: Caller, product: Product, quantity = 100): Promise<Order> {
  const body = orderFor(product, buyer, quantity);
  const { insertedId } = await buyer.call<{ insertedId: string }>('POST /orders', body);
  return buyer.call<Order>(`GET /orders/${insertedId}`);
}

/** Pays an order by card, as the provider's script does, and answers the transaction id. */
export async function payOrder(origin: string, buyer: Caller, order: Order, card?: string): Promise<string> {
  const { clientSecret } = await buyer.call<{ clientSecret: string }>('POST /create-payment-intent', {
    price: order.total,
    orderId: order._id,
  });
  const { stripe } = await buyer.call<{ stripe: { publishableKey: string } }>('GET /config');
  const transactionId = intentIdOf(clientSecret);
  const { status, body } = await confirmPayment(origin, stripe.publishableKey, clientSecret, card);
  if (status !== 200) throw new Error(`The card was refused: ${JSON.stringify(body)}`);
  await buyer.call(`PATCH /orders/${order._id}`, { order: order.productName, transactionId });
  return transactionId;
}

/** Makes trouble at the payment provider (see sandbox/stripe/faults.ts); answers how to end it. */
export async function addFault(shop: Shop, fault: Record<string, string>): Promise<() => Promise<void>> {
  await askStripe(shop, 'POST /v1/sandbox/faults', fault);
  return async () => {
    await askStripe(shop, 'DELETE /v1/sandbox/faults');
  };
}

/** Makes a call at the payment provider with its secret key, as the owner of the shop does on Stripe's pages. */
export async function askStripe<T = unknown>(
  shop: Shop,
  route: string,
  fields?: Record<string, string>,
): Promise<T> {
  const secrets = JSON.stringify(await shop.sql('select value from sandbox_stripe.settings'));
  const headers = { authorization: `Bearer ${secrets.match(/sk_test_\w+/)![0]}` };
  const [method, path] = route.split(' ') as [string, string];
  const answer = await fetch(shop.origin + path, {
    method,
    headers,
    ...(fields && { body: new URLSearchParams(fields) }),
  });
  if (!answer.ok) throw new Error(`${route} was refused: ${await answer.text()}`);
  return (await answer.json()) as T;
}
