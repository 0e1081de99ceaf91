import sharp from 'sharp';
import type { CallName } from '#contract/api.ts';
import { intentIdOf, type Till } from '../../payments/testing.ts';
import { orderFor, type TestShop } from '../../testing.ts';
import type { CallerKind, Cast } from './callers.ts';

/** The shop that the matrix is tried in. */
export interface Stage extends Cast {
  shop: TestShop;
  till: Till;
}

/** A request that succeeds for whoever may make it. */
export interface Sound {
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
}

/** What the contract's `access` alone does not tell of a call. */
export interface Row {
  /** Where a call has several rows: what this one is about. */
  about?: string;
  /** What it is about is nobody's yet: whoever may make the call may make it for this. */
  isNobodys?: boolean;
  /** Makes what the call is about, all of it the customer's. Before a cell that is refused `paid` is not needed. */
  arrange?(stage: Stage, admitted: boolean): Promise<Sound> | Sound;
  /** Proven callers who are refused, or to whom the thing does not exist; an answer that is no problem is its body. */
  refused?: Partial<Record<CallerKind, [status: number, answer: string | object]>>;
}

const NOT_FOUND: [number, string] = [404, 'not_found'];
const FORBIDDEN: [number, string] = [403, 'forbidden'];
const OTHERS_NOT_FOUND = { 'other customer': NOT_FOUND, 'demoted admin': NOT_FOUND };
const OTHERS_FORBIDDEN = { 'other customer': FORBIDDEN, 'demoted admin': FORBIDDEN };
const ALL_OTHERS_FORBIDDEN = { ...OTHERS_FORBIDDEN, admin: FORBIDDEN };
const DELETES_NOTHING: [number, object] = [200, { deletedCount: 0 }];

const newProduct = {
  name: 'Riser Card',
  image: '/images/x.webp',
  shortDetails: 'A riser',
  minOrder: 100,
  available: 1000,
  price: 2,
};

async function freshProduct({ shop, admin }: Stage): Promise<Sound> {
  const { body } = await shop.call('POST /products', { token: admin.token, body: newProduct });
  return { params: { id: body.insertedId } };
}

async function freshOrder({ till, customer }: Stage): Promise<Sound> {
  return { params: { id: (await till.place(customer)).id } };
}

/** An order of the customer's and a payment of it, which has succeeded where it is `needed`. */
async function payableOrder({ till, customer }: Stage, needed: boolean) {
  const { id, total } = await till.place(customer);
  if (!needed) return { id, transactionId: 'pi_none' };
  const { body } = await till.createIntent(customer, { price: total, orderId: id });
  await till.pay(body.clientSecret);
  return { id, transactionId: intentIdOf(body.clientSecret) };
}

async function freshPerson({ shop }: Stage, role: 'customer' | 'admin'): Promise<Sound> {
  const { rows } = await shop.database.pool.query(
    `insert into users (id, name, email, role, email_verified)
     values (gen_random_uuid(), 'Someone', 'p-' || gen_random_uuid() || '@example.com', $1, true)
     returning email`,
    [role],
  );
  return { params: { email: rows[0].email } };
}

async function smallPicture(): Promise<Sound> {
  const png = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#246' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'a.png');
  return { body: form };
}

/** A call that takes nothing and is about nobody's things. */
const plain: Row = {};

/** Every call's rows. A call that is missing here does not compile, and fails the test. */
export const rows: Record<CallName, Row | Row[]> = {
  listProducts: plain,
  getProduct: { arrange: ({ till }) => ({ params: { id: till.product._id } }) },
  addProduct: { arrange: () => ({ body: newProduct }) },
  changeProduct: { arrange: async (stage) => ({ ...(await freshProduct(stage)), body: { price: 3 } }) },
  removeProduct: { arrange: freshProduct },

  placeOrder: {
    arrange: ({ till, customer }) => ({ body: orderFor(till.product, customer) }),
    refused: ALL_OTHERS_FORBIDDEN,
  },
  listOrders: [
    {
      about: 'of a customer',
      arrange: ({ customer }) => ({ query: `?email=${customer.email}` }),
      refused: OTHERS_FORBIDDEN,
    },
    { about: 'of everybody', refused: { ...OTHERS_FORBIDDEN, customer: FORBIDDEN } },
  ],
  summarizeOrders: {
    arrange: ({ customer }) => ({ query: `?email=${customer.email}` }),
    refused: OTHERS_FORBIDDEN,
  },
  getOrder: { arrange: freshOrder, refused: OTHERS_NOT_FOUND },
  deleteOrder: {
    arrange: freshOrder,
    refused: { 'other customer': DELETES_NOTHING, 'demoted admin': DELETES_NOTHING },
  },
  payOrder: {
    async arrange(stage, admitted) {
      const { id, transactionId } = await payableOrder(stage, admitted);
      return { params: { id }, body: { order: stage.till.product.name, transactionId } };
    },
  },
  getOrderHistory: { arrange: freshOrder, refused: OTHERS_NOT_FOUND },
  refundOrder: {
    async arrange(stage, admitted) {
      const { id, transactionId } = await payableOrder(stage, admitted);
      if (admitted) await stage.till.settle(stage.customer, id, transactionId);
      return { params: { id }, body: { reason: 'Broken in transit' } };
    },
  },

  createPaymentIntent: [
    {
      about: 'of an order',
      async arrange({ till, customer }) {
        const { id, total } = await till.place(customer);
        return { body: { price: total, orderId: id } };
      },
    },
    { about: 'of an amount', isNobodys: true, arrange: () => ({ body: { price: 12.5 } }) },
  ],
  receiveStripeEvent: { arrange: () => ({ body: { type: 'payment_intent.succeeded' } }) },
  listDueRefunds: plain,
  listPaymentsToAnswer: plain,
  listPaymentProblems: plain,
  listOrderPayments: { arrange: freshOrder },
  retryRefund: {
    async arrange(stage, admitted) {
      const { id, transactionId } = await payableOrder(stage, admitted);
      if (!admitted) return { params: { id } };
      await stage.till.settle(stage.customer, id, transactionId);
      const { rows } = await stage.shop.database.pool.query(
        `update payments set state = 'refused', refund_problem = 'balance_insufficient', refund_reason = 'Broken',
           refund_next_at = now() where intent_id = $1 returning id`,
        [transactionId],
      );
      return { params: { id: rows[0].id } };
    },
  },

  exchangeToken: {
    arrange: ({ customer: { email } }) => ({ params: { email }, body: { email } }),
    refused: ALL_OTHERS_FORBIDDEN,
  },
  isAdmin: {
    arrange: ({ customer: { email } }) => ({ params: { email } }),
    refused: OTHERS_FORBIDDEN,
  },
  listUsers: plain,
  promoteUser: { arrange: (stage) => freshPerson(stage, 'customer') },
  demoteUser: { arrange: (stage) => freshPerson(stage, 'admin') },
  removeUser: { arrange: (stage) => freshPerson(stage, 'customer') },

  listReviews: plain,
  addReview: { arrange: () => ({ body: { ratings: '5', description: 'Good' } }) },
  uploadImage: { arrange: smallPicture },
  getImage: { arrange: () => ({ params: { name: 'fan-120-pwm.webp' } }) },
  getConfig: plain,
  listEvents: plain,
  getHealth: plain,
  getReadiness: plain,
  getMetrics: plain,
};
