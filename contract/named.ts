/** The schemas that have a name in the OpenAPI document, each with an example. */
import type { z } from 'zod';
import {
  ExchangeSchema,
  IsAdminSchema,
  ProfileSchema,
  SignInSchema,
  SignUpSchema,
  TokenSchema,
  UserSchema,
} from './accounts.ts';
import { CategoryFieldsSchema, CategorySchema } from './categories.ts';
import { EventSchema } from './events.ts';
import { DeletedSchema, InsertedSchema, ModifiedSchema } from './fields.ts';
import { UploadedImageSchema } from './images.ts';
import {
  NewOrderSchema,
  OrderEventSchema,
  OrderPaymentSchema,
  OrderSchema,
  OrderSummarySchema,
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
import { ProblemSchema } from './problem.ts';
import { NewProductSchema, ProductChangeSchema, ProductSchema } from './products.ts';
import { NewRefundSchema } from './refunds.ts';
import { NewReviewSchema, ReviewSchema } from './reviews.ts';
import { SignedInSchema, SignInErrorSchema } from './sign-in.ts';
import { UploadErrorBodySchema } from './upload-error.ts';

/** A schema, and an example of a request or response body. */
interface Named {
  schema: z.ZodType;
  example: unknown;
}

function named<S extends z.ZodType>(schema: S, example: z.input<S>): Named {
  return { schema, example };
}

const ORDER_ID = '0199e1a2-7c31-7000-9d2e-5b1c0a9f4e21';
const PURCHASE_ID = '0199b2c4-5f00-7a10-8c21-3d4e5f60718a';
const PRODUCT_ID = '0199e1a2-1b06-7000-8c11-3f6d2e7a9b40';
const ID = '0199e1a3-40d2-7000-a7f5-91c8e0b6d372';
const TIME = '2026-03-02T09:30:00.000Z';
const buyer = { name: 'Demo Buyer', email: 'buyer@example.com' };
const product = {
  name: 'AeroFlow 120 Case Fan',
  image: '/images/fan-120.webp',
  shortDetails: '120 mm, PWM, 56 CFM',
  minOrder: 200,
  available: 24_000,
  price: 3.85,
  multiple: 50,
  priceBreaks: [
    { from: 1000, price: 3.6 },
    { from: 5000, price: 3.425 },
  ],
};
const facts = {
  sku: 'AF-120-B',
  maker: 'AeroFlow',
  mpn: 'AF120B-PWM',
  package: { name: 'box', pieces: 50 },
  leadDays: 2,
  lifecycle: 'active' as const,
  weightGrams: 145,
};
const category = {
  name: 'Fans',
  attributes: [{ key: 'size', name: 'Size', kind: 'number' as const, unit: 'mm' }],
};
const delivery = { shippingAdd: '1 Dock Road, Oakland', phone: '+1 555 0100' };

export const namedSchemas: Record<string, Named> = {
  SignUp: named(SignUpSchema, { ...buyer, password: 'correct horse' }),
  SignIn: named(SignInSchema, { email: buyer.email, password: 'correct horse' }),
  SignedIn: named(SignedInSchema, { user: { id: ID, ...buyer, emailVerified: false, createdAt: TIME } }),
  SignInError: named(SignInErrorSchema, {
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  }),
  Profile: named(ProfileSchema, { name: buyer.name }),
  Exchange: named(ExchangeSchema, { email: buyer.email }),
  AccessToken: named(TokenSchema, { token: 'q8Zr0yTj4xJbWmD1nVfKs7uA2cLeHg9P' }),
  IsAdmin: named(IsAdminSchema, { admin: false }),
  User: named(UserSchema, { _id: ID, ...buyer, role: 'customer', proven: true }),

  Product: named(ProductSchema, {
    _id: PRODUCT_ID,
    ...product,
    ...facts,
    category: { slug: 'fans', name: 'Fans' },
    attributes: [{ key: 'size', name: 'Size', value: 120, unit: 'mm' }],
    images: [product.image],
  }),
  NewProduct: named(NewProductSchema, {
    ...product,
    ...facts,
    category: 'fans',
    attributes: { size: 120 },
  }),
  Category: named(CategorySchema, { slug: 'fans', parent: 'cooling', ...category }),
  CategoryFields: named(CategoryFieldsSchema, { ...category, parent: 'cooling' }),
  ProductChange: named(ProductChangeSchema, { price: 3.7, available: 30_000 }),

  Order: named(OrderSchema, {
    ...{ _id: ORDER_ID, number: 'NB-100234', ...buyer, productId: PRODUCT_ID, productName: product.name },
    ...{ available: 24_000, price: 3.85, order: 500, total: 1925, ...delivery, paid: false, refunded: 0 },
    ...{
      purchaseId: PURCHASE_ID,
      purchaseNumber: 'NB-100234',
      purchaseTotal: 1925,
      state: 'to_pay' as const,
    },
    ...{ refundedPieces: 0, refundedOfLine: 0, refundingPieces: 0, refundingOfLine: 0 },
    ...{ disputed: 0, takenBack: 0 },
    ...{ createdAt: TIME, heldUntil: '2026-03-02T10:30:00.000Z' },
  }),
  NewOrder: named(NewOrderSchema, {
    ...{ ...buyer, productId: PRODUCT_ID, productName: product.name, available: 24_000 },
    ...{ price: 3.85, order: 500, ...delivery },
  }),
  OrderPayment: named(OrderPaymentSchema, { transactionId: 'pi_3SxY2eLkdIwHu7ix0QmZ8aBc' }),
  OrderSummary: named(OrderSummarySchema, {
    ...{ unpaid: 1, toPay: 1925, firstHoldEnds: '2026-03-02T10:30:00.000Z' },
  }),
  OrderEvent: named(OrderEventSchema, {
    ...{ at: TIME, kind: 'order_placed', who: buyer.email, what: 'Order placed, stock reserved' },
  }),
  NewRefund: named(NewRefundSchema, {
    reason: 'Damaged on the way',
    lines: [{ orderId: ORDER_ID, quantity: 20, refundedPieces: 0 }],
  }),

  NewPayment: named(NewIntentSchema, { price: 1925, orderId: ORDER_ID }),
  ClientSecret: named(ClientSecretSchema, {
    clientSecret: 'pi_3SxY2eLkdIwHu7ix0QmZ8aBc_secret_p5H2kT9wXcVbN4mR7sLdQ8yJf',
  }),
  DueRefund: named(DueRefundSchema, {
    ...{ _id: ID, transactionId: 'pi_3SxY2eLkdIwHu7ix0QmZ8aBc', orderId: ORDER_ID, amount: 1925 },
    ...{ why: 'Damaged on the way', who: 'admin@example.com', since: TIME, nextTryAt: TIME, tries: 1 },
  }),
  Payment: named(PaymentSchema, {
    ...{ _id: ID, transactionId: 'pi_3SxY2eLkdIwHu7ix0QmZ8aBc', state: 'succeeded' as const },
    ...{ amount: 1925, refunded: 0, disputes: [] },
  }),
  PaymentToAnswer: named(PaymentToAnswerSchema, {
    ...{ _id: ID, transactionId: 'pi_3SxY2eLkdIwHu7ix0QmZ8aBc', state: 'succeeded' as const },
    ...{ amount: 1925, refunded: 0, orderId: ORDER_ID, orderNumber: 'NB-100234' },
    toDo: {
      what: 'The buyer disputes this payment, and the bank has taken the money.',
      ...{ advice: 'Answer it at Stripe, or accept it there.', amount: 1925 },
    },
    disputes: [
      {
        ...{ _id: 'du_1SxY2eLkdIwHu7ix', amount: 1925, withdrawn: 1925, status: 'needs_response' },
        what: 'The buyer disputes this payment, and the bank has taken the money.',
        ...{ advice: 'Answer it at Stripe, or accept it there.', reason: 'fraudulent', openedAt: TIME },
      },
    ],
  }),
  PaymentProblem: named(PaymentProblemSchema, {
    ...{ operation: 'createIntent', kind: 'unreachable', times: 2, firstAt: TIME, lastAt: TIME },
    message: 'The connection was refused',
  }),

  Review: named(ReviewSchema, {
    ...{ _id: ID, name: buyer.name, email: 'b***@example.com', ratings: '5' as const },
    description: 'Well packed, on time.',
  }),
  NewReview: named(NewReviewSchema, { ratings: '5', description: 'Well packed, on time.' }),

  UploadedImage: named(UploadedImageSchema, {
    ...{ success: true, status: 200 },
    data: { url: '/images/0199e1a3.webp', width: 1280, height: 960, size: 48_211, mime: 'image/webp' },
  }),
  UploadError: named(UploadErrorBodySchema, {
    ...{ success: false, status: 415 },
    error: { message: 'Upload a JPEG, PNG, WebP or AVIF picture.', code: 'unsupported_image' },
  }),

  Config: named(ConfigSchema, {
    ...{ sandbox: true, google: true },
    stripe: {
      publishableKey: 'pk_test_northbridge',
      jsUrl: 'http://localhost:3000/v3/stripe.js',
      apiUrl: 'http://localhost:3000',
    },
  }),
  Event: named(EventSchema, {
    ...{ _id: ID, at: TIME, kind: 'order_placed', what: 'Order placed, stock reserved', who: buyer.email },
    ...{ orderId: ORDER_ID, productId: PRODUCT_ID, productName: product.name, stockChange: -500 },
  }),
  Inserted: named(InsertedSchema, { insertedId: ID }),
  Modified: named(ModifiedSchema, { modifiedCount: 1 }),
  Deleted: named(DeletedSchema, { deletedCount: 1 }),
  Problem: named(ProblemSchema, {
    ...{ type: 'about:blank', title: 'Price changed', status: 409, code: 'price_changed' },
    detail: 'The price is now $3.70 a piece. Check the order and place it again.',
  }),
};
