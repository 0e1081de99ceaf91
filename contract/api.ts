/**
 * Every call of the shop: the table of contents. The server is a handler map typed by it, the browser's client, the
 * OpenAPI document and the access tests are derived from it.
 *
 * Access:
 * - `public`    anyone; a bearer is read when it is good and ignored otherwise
 * - `session`   whoever holds the sign-in provider's session cookie
 * - `user`      a signed-in person (Authorization: Bearer accessToken)
 * - `owner`     a signed-in person, for their own rows; admins for every row
 * - `self`      a signed-in person, for their own rows; admins, too, for no others
 * - `admin`     a signed-in admin
 * - `provider`  the payment provider, by its signature
 * - `monitor`   whoever has METRICS_TOKEN; without one, whoever asks on the server's own machine
 *
 * `server/http/access.ts` enforces all of this but whose a row is: for `owner` and `self` it proves who is asking, and the
 * handler gives that caller to its query, which finds the caller's rows only, or any row when the caller's role is admin.
 * For `self` the caller's role is customer, whoever it is. The access tests try each call with another person's row.
 */
import { z } from 'zod';
import { ExchangeSchema, IsAdminSchema, TokenSchema, UserListQuerySchema, UserSchema } from './accounts.ts';
import { call } from './call.ts';
import { EventListQuerySchema, EventSchema } from './events.ts';
import { DeletedSchema, InsertedSchema, ModifiedSchema, pageFields } from './fields.ts';
import { ImageQuerySchema, UploadedImageSchema } from './images.ts';
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
  PaymentSchema,
  PaymentToAnswerSchema,
} from './payments.ts';
import { NewProductSchema, ProductChangeSchema, ProductListQuerySchema, ProductSchema } from './products.ts';
import { NewReviewSchema, ReviewListQuerySchema, ReviewSchema } from './reviews.ts';
import { UploadErrorSchema } from './upload-error.ts';

export const api = {
  // Catalogue
  listProducts: call('GET /products', {
    access: 'public',
    tag: 'Catalogue',
    summary: 'All products, oldest first',
    query: ProductListQuerySchema,
    output: z.array(ProductSchema),
  }),
  getProduct: call('GET /products/:id', {
    access: 'public',
    tag: 'Catalogue',
    summary: 'One product',
    output: ProductSchema,
    refuses: ['not_found'],
  }),
  addProduct: call('POST /products', {
    access: 'admin',
    tag: 'Catalogue',
    summary: 'Add a product',
    body: NewProductSchema,
    output: InsertedSchema,
    creates: true,
  }),
  changeProduct: call('PATCH /products/:id', {
    access: 'admin',
    tag: 'Catalogue',
    summary: 'Restock, reprice or correct a product',
    body: ProductChangeSchema,
    output: ModifiedSchema,
    refuses: ['not_found'],
  }),
  removeProduct: call('DELETE /products/:id', {
    access: 'admin',
    tag: 'Catalogue',
    summary: 'Take a product out of the catalogue; orders for it stay',
    output: DeletedSchema,
  }),

  // Orders
  placeOrder: call('POST /orders', {
    access: 'user',
    tag: 'Orders',
    summary: 'Order a product; its stock is taken at once',
    body: NewOrderSchema,
    output: InsertedSchema,
    creates: true,
    refuses: [
      'not_found',
      'ambiguous_product',
      'price_changed',
      'out_of_stock',
      'too_many_unpaid',
      'address_unproven',
      'try_again',
    ],
  }),
  listOrders: call('GET /orders', {
    access: 'owner',
    tag: 'Orders',
    summary:
      'Orders, newest first: one person’s with `email`, otherwise all (admins); `q` and `state` narrow them',
    query: OrderListQuerySchema,
    output: z.array(OrderSchema),
    refuses: ['forbidden'],
    csv: true,
  }),
  summarizeOrders: call('GET /orders/summary', {
    access: 'owner',
    tag: 'Orders',
    summary: 'What one person has to pay: how many orders, and dollars for all of them',
    query: OrderSummaryQuerySchema,
    output: OrderSummarySchema,
    refuses: ['forbidden'],
  }),
  getOrder: call('GET /orders/:id', {
    access: 'owner',
    tag: 'Orders',
    summary: 'One order',
    output: OrderSchema,
    refuses: ['not_found'],
  }),
  deleteOrder: call('DELETE /orders/:id', {
    access: 'owner',
    tag: 'Orders',
    summary: 'Delete an unpaid order; its stock goes back',
    output: DeletedSchema,
    refuses: [
      'already_paid',
      'already_refunded',
      'being_paid',
      'payment_provider_down',
      'payments_unavailable',
    ],
  }),
  payOrder: call('PATCH /orders/:id', {
    access: 'self',
    tag: 'Orders',
    summary: 'Mark an order paid by a succeeded payment, which the server looks up at the provider',
    body: OrderPaymentSchema,
    output: ModifiedSchema,
    refuses: [
      'payment_not_succeeded',
      'not_found',
      'unknown_payment',
      'payment_mismatch',
      'payment_given_back',
      'already_paid',
      'order_deleted',
      'stock_gone',
      'payment_provider_down',
      'payments_unavailable',
    ],
  }),
  getOrderHistory: call('GET /orders/:id/history', {
    access: 'owner',
    tag: 'Orders',
    summary: 'What happened to an order, oldest first',
    output: z.array(OrderEventSchema),
    refuses: ['not_found'],
  }),
  refundOrder: call('POST /orders/:id/refund', {
    access: 'admin',
    tag: 'Orders',
    summary: 'Refund a paid order, once',
    body: RefundReasonSchema,
    output: ModifiedSchema,
    status: 200,
    refuses: [
      'not_found',
      'not_paid',
      'already_refunded',
      'being_refunded',
      'refund_refused',
      'refund_pending',
    ],
  }),

  // Payment
  createPaymentIntent: call('POST /create-payment-intent', {
    access: 'self',
    tag: 'Payment',
    summary: 'The payment of an order, or of an amount; repeats answer the same one',
    body: NewIntentSchema,
    output: ClientSecretSchema,
    status: 200,
    creates: true,
    refuses: [
      'not_found',
      'price_mismatch',
      'already_paid',
      'being_paid',
      'stock_gone',
      'address_unproven',
      'order_deleted',
      'payment_mismatch',
      'payment_given_back',
      'payment_provider_down',
      'payments_unavailable',
    ],
  }),
  receiveStripeEvent: call('POST /webhooks/stripe', {
    access: 'provider',
    tag: 'Payment',
    summary: 'Signed events of the payment provider',
    body: 'raw',
    output: z.object({ received: z.literal(true) }),
    status: 200,
    refuses: ['bad_signature', 'bad_event', 'payment_provider_down', 'payments_unavailable'],
  }),

  listDueRefunds: call('GET /payments/refunds-due', {
    access: 'admin',
    tag: 'Payment',
    summary: 'Refunds that the payment provider has not confirmed yet, oldest first',
    query: z.object(pageFields),
    output: z.array(DueRefundSchema),
  }),
  listPaymentsToAnswer: call('GET /payments/to-answer', {
    access: 'admin',
    tag: 'Payment',
    summary: 'Payments with a dispute to answer or a refused refund, oldest first',
    query: z.object(pageFields),
    output: z.array(PaymentToAnswerSchema),
  }),
  listPaymentProblems: call('GET /payments/problems', {
    access: 'admin',
    tag: 'Payment',
    summary: 'What went wrong between the shop and its payment provider, by kind, the latest first',
    output: z.array(PaymentProblemSchema),
  }),

  listOrderPayments: call('GET /orders/:id/payments', {
    access: 'admin',
    tag: 'Payment',
    summary: 'The payments of an order, oldest first, with refused refunds and disputes',
    output: z.array(PaymentSchema),
    refuses: ['not_found'],
  }),
  retryRefund: call('POST /payments/:id/refund', {
    access: 'admin',
    tag: 'Payment',
    summary: 'Try a refund again that has stopped',
    output: ModifiedSchema,
    status: 200,
    refuses: ['not_found', 'not_stopped', 'refund_refused', 'refund_pending'],
  }),

  // People
  exchangeToken: call('PUT /user/:email', {
    access: 'session',
    tag: 'People',
    summary: 'Exchange the sign-in provider’s session for an accessToken',
    body: ExchangeSchema,
    output: TokenSchema,
    refuses: ['email_mismatch'],
  }),
  isAdmin: call('GET /admin/:email', {
    access: 'user',
    tag: 'People',
    summary: 'Whether a person is an admin; customers may ask about themselves',
    output: IsAdminSchema,
    refuses: ['forbidden'],
  }),
  listUsers: call('GET /users', {
    access: 'admin',
    tag: 'People',
    summary: 'Everyone who has an account; `q` narrows them',
    query: UserListQuerySchema,
    output: z.array(UserSchema),
  }),
  promoteUser: call('PUT /user/admin/:email', {
    access: 'admin',
    tag: 'People',
    summary: 'Make someone an admin whose address is confirmed',
    output: ModifiedSchema,
    refuses: ['address_unproven'],
  }),
  demoteUser: call('DELETE /user/admin/:email', {
    access: 'admin',
    tag: 'People',
    summary: 'Take the admin role away',
    output: ModifiedSchema,
    refuses: ['last_admin'],
  }),
  removeUser: call('DELETE /users/:email', {
    access: 'admin',
    tag: 'People',
    summary: 'Remove an account; its orders stay',
    output: DeletedSchema,
    refuses: ['own_account', 'last_admin'],
  }),

  // Reviews
  listReviews: call('GET /reviews', {
    access: 'public',
    tag: 'Reviews',
    summary: 'All reviews, oldest first; `sort=newest` turns them round',
    query: ReviewListQuerySchema,
    output: z.array(ReviewSchema),
  }),
  addReview: call('POST /reviews', {
    access: 'user',
    tag: 'Reviews',
    summary: 'Write a review',
    body: NewReviewSchema,
    output: InsertedSchema,
    creates: true,
  }),

  // Images
  uploadImage: call('POST /images', {
    access: 'admin',
    tag: 'Images',
    summary: 'Upload a picture: multipart field `image`; JPEG, PNG, WebP or AVIF',
    body: 'multipart',
    output: UploadedImageSchema,
    status: 200,
    creates: true,
    errorBody: UploadErrorSchema,
    refuses: [
      'no_image',
      'broken_upload',
      'broken_image',
      'too_many_pixels',
      'unsupported_image',
      'animated',
      'image_host_down',
      'image_storage_down',
    ],
  }),
  getImage: call('GET /images/:name', {
    access: 'public',
    tag: 'Images',
    summary: 'A picture; `w` gives one of a few fixed widths',
    query: ImageQuerySchema,
    output: 'bytes',
    refuses: ['not_found', 'image_storage_down'],
  }),

  // The shop itself
  getConfig: call('GET /config', {
    access: 'public',
    tag: 'Shop',
    summary: 'What the browser has to know',
    output: ConfigSchema,
  }),
  listEvents: call('GET /events', {
    access: 'admin',
    tag: 'Shop',
    summary: 'The log of what happened, newest first; CSV with Accept: text/csv',
    query: EventListQuerySchema,
    output: z.array(EventSchema),
    csv: true,
  }),
  getHealth: call('GET /healthz', {
    access: 'public',
    tag: 'Shop',
    summary: 'Whether the process is alive',
    output: z.object({ ok: z.literal(true) }),
  }),
  getReadiness: call('GET /readyz', {
    access: 'public',
    tag: 'Shop',
    summary: 'Whether it can serve: database reachable, migrated and seeded',
    output: z.object({ ready: z.literal(true) }),
  }),
  getMetrics: call('GET /metrics', {
    access: 'monitor',
    tag: 'Shop',
    summary: 'Prometheus metrics',
    output: 'text',
  }),
};

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
