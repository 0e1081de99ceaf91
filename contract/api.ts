/**
 * Every call of the shop: the table of contents. The server is a handler map typed by it, the browser's client, the
 * OpenAPI document and the access tests are derived from it.
 *
 * Access:
 * - `public`    anyone; a bearer is read when it is good and ignored otherwise
 * - `session`   whoever holds the sign-in provider's session cookie
 * - `user`      a signed-in person (Authorization: Bearer accessToken)
 * - `owner`     a signed-in person, for what is theirs; admins for everything
 * - `own`       a signed-in person, for what is theirs; admins, too, only for what is theirs
 * - `admin`     a signed-in admin
 * - `provider`  the payment provider, by its signature
 * - `monitor`   whoever has METRICS_TOKEN; without one, whoever asks on the server's own machine
 */
import { z } from 'zod';
import { ExchangeSchema, IsAdminSchema, TokenSchema, UserSchema } from './accounts.ts';
import { EventListQuerySchema, EventSchema } from './events.ts';
import { pageFields } from './fields.ts';
import { toUploadError, UploadedImageSchema } from './images.ts';
import {
  NewOrderSchema,
  OrderEventSchema,
  OrderListQuerySchema,
  OrderPaymentSchema,
  OrderSchema,
  OrderSummaryQuerySchema,
  OrderSummarySchema,
  RefundReasonSchema,
} from './orders.ts';
import {
  ClientSecretSchema,
  ConfigSchema,
  DueRefundSchema,
  NewIntentSchema,
  PaymentProblemSchema,
} from './payments.ts';
import type { ProblemBody } from './problem.ts';
import { NewProductSchema, ProductChangeSchema, ProductListQuerySchema, ProductSchema } from './products.ts';
import { NewReviewSchema, ReviewListQuerySchema, ReviewSchema } from './reviews.ts';

const Inserted = z.object({ insertedId: z.string() });
const Modified = z.object({ modifiedCount: z.number().int() });
const Deleted = z.object({ deletedCount: z.number().int() });

export const api = {
  // Catalogue
  listProducts: call('GET /products', {
    access: 'public',
    summary: 'All products, oldest first',
    query: ProductListQuerySchema,
    output: z.array(ProductSchema),
  }),
  getProduct: call('GET /products/:id', {
    access: 'public',
    summary: 'One product',
    output: ProductSchema,
  }),
  addProduct: call('POST /products', {
    access: 'admin',
    summary: 'Add a product',
    body: NewProductSchema,
    output: Inserted,
    creates: true,
  }),
  changeProduct: call('PATCH /products/:id', {
    access: 'admin',
    summary: 'Restock, reprice or correct a product',
    body: ProductChangeSchema,
    output: Modified,
  }),
  removeProduct: call('DELETE /products/:id', {
    access: 'admin',
    summary: 'Take a product out of the catalogue; orders for it stay',
    output: Deleted,
  }),

  // Orders
  placeOrder: call('POST /orders', {
    access: 'user',
    summary: 'Order a product; its stock is taken at once',
    body: NewOrderSchema,
    output: Inserted,
    creates: true,
  }),
  listOrders: call('GET /orders', {
    access: 'owner',
    summary:
      'Orders, newest first: one person’s with `email`, otherwise all (admins); `q` and `state` narrow them',
    query: OrderListQuerySchema,
    output: z.array(OrderSchema),
  }),
  summarizeOrders: call('GET /orders/summary', {
    access: 'owner',
    summary: 'What one person has to pay: how many orders, and dollars for all of them',
    query: OrderSummaryQuerySchema,
    output: OrderSummarySchema,
  }),
  getOrder: call('GET /orders/:id', { access: 'owner', summary: 'One order', output: OrderSchema }),
  deleteOrder: call('DELETE /orders/:id', {
    access: 'owner',
    summary: 'Delete an unpaid order; its stock goes back',
    output: Deleted,
  }),
  payOrder: call('PATCH /orders/:id', {
    access: 'own',
    summary: 'Mark an order paid by a succeeded payment, which the server looks up at the provider',
    body: OrderPaymentSchema,
    output: Modified,
  }),
  getOrderHistory: call('GET /orders/:id/history', {
    access: 'owner',
    summary: 'What happened to an order, oldest first',
    output: z.array(OrderEventSchema),
  }),
  refundOrder: call('POST /orders/:id/refund', {
    access: 'admin',
    summary: 'Refund a paid order, once',
    body: RefundReasonSchema,
    output: Modified,
    status: 200,
  }),

  // Payment
  createPaymentIntent: call('POST /create-payment-intent', {
    access: 'own',
    summary: 'The payment of an order, or of an amount; repeats answer the same one',
    body: NewIntentSchema,
    output: ClientSecretSchema,
    status: 200,
    creates: true,
  }),
  receiveStripeEvent: call('POST /webhooks/stripe', {
    access: 'provider',
    summary: 'Signed events of the payment provider',
    body: 'raw',
    output: z.object({ received: z.literal(true) }),
    status: 200,
  }),

  listDueRefunds: call('GET /payments/refunds-due', {
    access: 'admin',
    summary: 'Refunds that the payment provider has not confirmed yet, oldest first',
    query: z.object(pageFields),
    output: z.array(DueRefundSchema),
  }),
  listPaymentProblems: call('GET /payments/problems', {
    access: 'admin',
    summary: 'What went wrong between the shop and its payment provider, by kind, the latest first',
    output: z.array(PaymentProblemSchema),
  }),

  // People
  exchangeToken: call('PUT /user/:email', {
    access: 'session',
    summary: 'Exchange the sign-in provider’s session for an accessToken',
    body: ExchangeSchema,
    output: TokenSchema,
  }),
  isAdmin: call('GET /admin/:email', {
    access: 'user',
    summary: 'Whether a person is an admin; customers may ask about themselves',
    output: IsAdminSchema,
  }),
  listUsers: call('GET /users', {
    access: 'admin',
    summary: 'Everyone who has an account',
    query: z.object(pageFields),
    output: z.array(UserSchema),
  }),
  promoteUser: call('PUT /user/admin/:email', {
    access: 'admin',
    summary: 'Make someone an admin whose address is confirmed',
    output: Modified,
  }),
  demoteUser: call('DELETE /user/admin/:email', {
    access: 'admin',
    summary: 'Take the admin role away',
    output: Modified,
  }),
  removeUser: call('DELETE /users/:email', {
    access: 'admin',
    summary: 'Remove an account; its orders stay',
    output: Deleted,
  }),

  // Reviews
  listReviews: call('GET /reviews', {
    access: 'public',
    summary: 'All reviews, oldest first; `sort=newest` turns them round',
    query: ReviewListQuerySchema,
    output: z.array(ReviewSchema),
  }),
  addReview: call('POST /reviews', {
    access: 'user',
    summary: 'Write a review',
    body: NewReviewSchema,
    output: Inserted,
    creates: true,
  }),

  // Images
  uploadImage: call('POST /images', {
    access: 'admin',
    summary: 'Upload a picture: multipart field `image`; JPEG, PNG, WebP or AVIF',
    body: 'multipart',
    output: UploadedImageSchema,
    status: 200,
    creates: true,
    errorBody: toUploadError,
  }),
  getImage: call('GET /images/:name', {
    access: 'public',
    summary: 'A picture; `w` gives one of a few fixed widths',
    query: z.object({ w: z.string().optional() }),
    output: 'bytes',
  }),

  // The shop itself
  getConfig: call('GET /config', {
    access: 'public',
    summary: 'What the browser has to know',
    output: ConfigSchema,
  }),
  listEvents: call('GET /events', {
    access: 'admin',
    summary: 'The log of what happened, newest first; CSV with Accept: text/csv',
    query: EventListQuerySchema,
    output: z.array(EventSchema),
  }),
  getHealth: call('GET /healthz', {
    access: 'public',
    summary: 'Whether the process is alive',
    output: z.object({ ok: z.literal(true) }),
  }),
  getReadiness: call('GET /readyz', {
    access: 'public',
    summary: 'Whether it can serve: database reachable, migrated and seeded',
    output: z.object({ ready: z.literal(true) }),
  }),
  getMetrics: call('GET /metrics', { access: 'monitor', summary: 'Prometheus metrics', output: 'text' }),
};

export type Access = 'public' | 'session' | 'user' | 'owner' | 'own' | 'admin' | 'provider' | 'monitor';
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
export type Route = `${Method} /${string}`;

export interface CallShape {
  access: Access;
  /** One line for people, shown in /docs. */
  summary: string;
  query?: z.ZodType;
  /** A schema for JSON, or how else the body arrives. */
  body?: z.ZodType | 'raw' | 'multipart';
  output: z.ZodType | 'bytes' | 'text';
  /** Status of success: 201 for a POST, otherwise 200. */
  status?: number;
  /** Takes an Idempotency-Key. */
  creates?: boolean;
  /** Errors in another form than a problem, where clients of another service are to understand them. */
  errorBody?: (problem: ProblemBody) => object;
}

export type Call<R extends Route = Route, S extends CallShape = CallShape> = S & {
  route: R;
  method: Method;
  path: string;
};

/** Keeps the literal types of an entry, and splits its route into method and path. */
function call<const R extends Route, S extends CallShape>(route: R, shape: S): Call<R, S> {
  const [method, path] = route.split(' ') as [Method, string];
  return { ...shape, route, method, path };
}

export type Api = typeof api;
export type CallName = keyof Api;

export const callNames = Object.keys(api) as CallName[];

/** Names of the parts of a path that vary: `/orders/:id` has `id`. */
type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type Params<N extends CallName> = { [Name in ParamNames<Api[N]['route']>]: string };
/** What a handler gets, parsed. */
export type Query<N extends CallName> = Api[N] extends { query: infer Z extends z.ZodType }
  ? z.output<Z>
  : Record<string, never>;
export type Body<N extends CallName> = Api[N] extends { body: infer Z extends z.ZodType }
  ? z.output<Z>
  : Api[N] extends { body: 'raw' }
    ? Buffer
    : undefined;
/** What a client may send as the query of a call, and as its body. */
export type QueryInput<N extends CallName> = Api[N] extends { query: infer Z extends z.ZodType }
  ? z.input<Z>
  : undefined;
export type BodyInput<N extends CallName> = Api[N] extends { body: infer Z extends z.ZodType }
  ? z.input<Z>
  : undefined;
export type Output<N extends CallName> = Api[N]['output'] extends z.ZodType
  ? z.output<Api[N]['output']>
  : never;
