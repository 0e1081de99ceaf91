import type { List } from '#contract/lists/schema.ts';
import type { Product } from '#contract/products/schema.ts';
import type { Order } from '#contract/purchases/orders.ts';
import type { PurchaseDetail } from '#contract/purchases/schema.ts';
import { confirmPayment, intentIdOf } from '../fixtures/payments.ts';
import { purchaseFor, type WantedPart } from '../fixtures/purchases.ts';
import { codeOf, lettersOf, UNSPEND } from '../fixtures/second-factor.ts';
import { orderFor } from '../test-client.ts';
import type { Shop } from './shop.ts';

/** A person who calls the API without a browser, to arrange what a test needs and to check results. */
export interface Caller {
  name: string;
  email: string;
  password: string;
  /** Makes a call such as 'GET /orders' as this person and returns the response body. Throws when it is refused. */
  call<T = unknown>(route: string, body?: unknown): Promise<T>;
}

export interface Credentials {
  email: string;
  password: string;
}

/** Signs a person in by API calls, to act for a buyer if one is given; with a name, registers them first. */
export async function openAccount(
  origin: string,
  person: Credentials & { name?: string },
  buyerId?: string,
): Promise<Caller> {
  const path = person.name === undefined ? 'sign-in' : 'sign-up';
  const entered = await send(origin, `POST /api/auth/${path}/email`, { body: person });
  const cookie = cookieOf(entered);
  const { user } = (await entered.json()) as { user: { name: string; email: string } };
  const exchange = await send(origin, `PUT /user/${user.email}`, {
    ...{ body: { email: user.email, buyerId }, cookie },
  });
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

/** The session of a sign-in, as a browser sends it. */
function cookieOf(entered: Response): string {
  return entered.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
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

/** Confirms an account's address, as following the link in the mail does. */
export async function proveAddress(shop: Shop, email: string): Promise<void> {
  await shop.sql('update users set email_verified = true where email = $1', [email]);
}

/** Sets a person's second factor up; returns the secret of the app and the recovery codes. */
export async function enrolFactor(
  shop: Shop,
  { email, password }: Credentials,
): Promise<{ secret: string; codes: string[] }> {
  const entered = await send(shop.origin, 'POST /api/auth/sign-in/email', { body: { email, password } });
  const cookie = cookieOf(entered);
  const begun = await send(shop.origin, 'POST /second-factor', { cookie });
  const secret = lettersOf(((await begun.json()) as { secret: string }).secret);
  const code = await codeOf(secret);
  const confirmed = await send(shop.origin, 'POST /second-factor/confirm', { cookie, body: { code } });
  await shop.sql(UNSPEND, [email]);
  return { secret, codes: ((await confirmed.json()) as { codes: string[] }).codes };
}

/** Makes an account an admin with a confirmed address. */
export async function makeAdmin(shop: Shop, admin: Caller, email: string): Promise<void> {
  await proveAddress(shop, email);
  await admin.call(`PUT /user/admin/${email}`);
}

/** Places an order for a product as it is now and returns the order. */
export async function placeOrder(buyer: Caller, product: Product, quantity = 100): Promise<Order> {
  const body = orderFor(product, buyer, quantity);
  const { insertedId } = await buyer.call<{ insertedId: string }>('POST /orders', body);
  return buyer.call<Order>(`GET /orders/${insertedId}`);
}

/**
 * Places a purchase of these products, 100 pieces of each unless a number stands beside it; returns its id and number.
 * `more` are further fields of the body of POST /purchases.
 */
export async function placePurchase(
  buyer: Caller,
  parts: (Product | WantedPart)[],
  more: object = {},
): Promise<{ insertedId: string; number: string }> {
  const wanted = parts.map((part): WantedPart => ('_id' in part ? [part, 100] : part));
  return buyer.call('POST /purchases', purchaseFor(wanted, more));
}

/** The parts and pieces that the shop has in somebody's cart. */
export async function cartLines(
  buyer: Caller,
): Promise<[productId: string | null | undefined, pieces: number | null | undefined][]> {
  const { lines = [] } = await buyer.call<List>('GET /lists/cart');
  return lines.map(({ productId, quantity }) => [productId, quantity]);
}

/** Pays an order by card, as Stripe.js does, and returns the transaction id. */
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

/** Places and pays a purchase of these products (see `placePurchase`); returns it as it was placed. */
export async function buyPurchase(
  shop: Shop,
  buyer: Caller,
  parts: (Product | WantedPart)[],
): Promise<PurchaseDetail> {
  const { insertedId } = await placePurchase(buyer, parts);
  const purchase = await buyer.call<PurchaseDetail>(`GET /purchases/${insertedId}`);
  const order = await buyer.call<Order>(`GET /orders/${purchase.lines[0]!._id}`);
  await payOrder(shop.origin, buyer, { ...order, total: order.purchaseTotal });
  return purchase;
}

/** Injects a fault at the payment provider (see sandbox/stripe/faults.ts); returns the function that ends it. */
export async function addFault(shop: Shop, fault: Record<string, string>): Promise<() => Promise<void>> {
  await askStripe(shop, 'POST /v1/sandbox/faults', fault);
  return async () => {
    await askStripe(shop, 'DELETE /v1/sandbox/faults');
  };
}

/** Calls the payment provider with the secret key, as the shop's owner does on Stripe's dashboard. */
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
