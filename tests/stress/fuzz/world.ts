import { intentIdOf, openTill } from '../../fixtures/payments.ts';
import { type Person, startTestShop, type TestShop } from '../../testing.ts';
import type { World } from './requests.ts';
import type { Known } from './schemas.ts';
import { SIGN_IN_ENDPOINTS } from './sign-in.ts';

/** A shop with people, products, orders in every state and a review, and their ids. */
export async function openWorld(): Promise<{ shop: TestShop; world: World; close(): Promise<void> }> {
  const shop = await startTestShop();
  const admin = await shop.signInAdmin();
  const customer = await shop.signUp('Known Buyer');
  const other = await shop.signUp('Other Buyer');
  const till = await openTill(shop, 1_000_000);
  const orders: { id: string; total: number }[] = [];
  for (const person of [customer, customer, customer, other, admin]) orders.push(await till.place(person));
  const intent = await till.createIntent(customer, { price: orders[0]!.total, orderId: orders[0]!.id });
  await till.pay(intent.body.clientSecret);
  await till.settle(customer, orders[0]!.id, intentIdOf(intent.body.clientSecret));
  const { body: products } = await shop.call('GET /products');
  const { product } = till;

  const known: Known = {
    id: [
      ...orders.map((order) => order.id),
      product._id,
      products[0]._id,
      ...(await purchasesOf(shop, customer)),
    ],
    // A value that is listed more often is chosen more often.
    email: [customer.email, customer.email, customer.email.toUpperCase(), other.email, admin.email],
    name: ['fan-120-pwm.webp', 'x.webp'],
    person: [customer.email, admin.email],
    order: [100, 101],
    quantity: [100, 100, 101],
    expectedTotal: [100, 200, 300].map((pieces) => (Math.round(product.price * 100) * pieces) / 100),
    country: ['US', 'DE'],
    orderId: orders.map((order) => order.id),
    product: [product._id],
    sku: [product.sku, products[0].sku, products[1].sku.toLowerCase()],
    productId: [product._id, product._id, products[1]._id],
    productName: [product.name],
    price: [product.price, product.price, orders[0]!.total, products[1].price],
    available: [product.available, 100_000],
    transactionId: [intentIdOf(intent.body.clientSecret)],
    image: ['/images/fan-120-pwm.webp', 'https://pictures.example.com/a.png'],
    after: [orders[1]!.id, products[0]._id],
    limit: ['1', '100'],
    kind: ['order_placed'],
    sort: ['newest', '-price'],
    w: ['320'],
    endpoint: SIGN_IN_ENDPOINTS,
    callbackURL: ['/login?google=done', '/', '//evil.example', 'https://evil.example'],
    errorCallbackURL: ['/login'],
    redirectTo: ['/reset-password', 'https://evil.example'],
    password: [customer.password],
  };
  // Orders, a product and an account for DELETE that no other request needs.
  const spare = await shop.signUp('Spare Buyer');
  const spareOrders = await Promise.all([1, 2, 3].map(() => till.place(customer)));
  const sparePurchases = await purchasesOf(shop, customer);
  const expendable: Known = {
    id: [...spareOrders.map((order) => order.id), ...sparePurchases.slice(0, 2), products[2]._id],
    // Not the admin's session, which is needed later.
    email: [spare.email],
  };
  return {
    shop,
    world: { proofs: proofsOf(shop, admin, customer), known, expendable },
    close: () => shop.close(),
  };
}

/** Ids of a person's purchases, newest first. */
async function purchasesOf(shop: TestShop, { email, token }: Person): Promise<string[]> {
  const { body } = await shop.call(`GET /purchases?email=${email}`, { token });
  return body.map(({ _id }: { _id: string }) => _id);
}

function proofsOf(shop: TestShop, admin: Person, customer: Person) {
  return {
    admin: { authorization: `Bearer ${admin.token}` },
    customer: { authorization: `Bearer ${customer.token}` },
    cookie: { cookie: customer.cookie, origin: shop.origin },
  };
}
