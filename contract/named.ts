/** The schemas that have a name in the OpenAPI document, each with an example. */
import {
  ExchangeSchema,
  IsAdminSchema,
  NewRoleSchema,
  ProfileSchema,
  SignInSchema,
  SignUpSchema,
  TokenSchema,
  UserDetailSchema,
  UserSchema,
} from './accounts/schema.ts';
import { DeskPurchaseSchema, DeskSummarySchema, OverviewSchema, StuckMailSchema } from './desk/schema.ts';
import { CreditNoteSchema } from './documents/schema.ts';
import { UploadedFileSchema } from './files/schema.ts';
import { UploadedImageSchema } from './images/schema.ts';
import { DeletedSchema, InsertedSchema, ModifiedSchema, ReasonSchema } from './kernel/fields.ts';
import { ProblemSchema } from './kernel/problem.ts';
import { UploadErrorBodySchema } from './kernel/upload-error.ts';
import { EventSchema } from './log/schema.ts';
import { catalogueSchemas } from './named/catalogue.ts';
import {
  buyer,
  datasheet,
  facts,
  ID,
  type Named,
  named,
  ORDER_ID,
  PRODUCT_ID,
  PURCHASE_ID,
  product,
  shipTo,
  TIME,
} from './named/examples.ts';
import { listsSchemas } from './named/lists.ts';
import { paymentSchemas } from './named/payments.ts';
import { secondFactorSchemas } from './named/second-factor.ts';
import { stockSchemas } from './named/stock.ts';
import { NewAmountRefundSchema, NewPartRefundSchema, NewRefundSchema } from './payments/refunds.ts';
import { ConfigSchema } from './payments/schema.ts';
import {
  NewOrderSchema,
  OrderEventSchema,
  OrderPaymentSchema,
  OrderSchema,
  OrderSummarySchema,
} from './purchases/orders.ts';
import {
  NewNoteSchema,
  NewPurchaseSchema,
  NewShipToSchema,
  PlacedPurchaseSchema,
  PurchaseDetailSchema,
  PurchaseDetailsSchema,
  PurchaseEventSchema,
  PurchaseSchema,
} from './purchases/schema.ts';
import {
  DeclinedRefundSchema,
  NewReturnSchema,
  ReceivedSchema,
  ReturnAnswerSchema,
  ReturnSchema,
} from './returns/schema.ts';
import { DeskReviewSchema, NewReviewSchema, ReviewSchema } from './reviews/schema.ts';
import { exampleSettings, exampleValues } from './settings/examples.ts';
import {
  PageContentSchema,
  SettingChangeSchema,
  SettingsSchema,
  SettingVersionSchema,
} from './settings/schema.ts';
import { CarriedBySchema, NewShipmentSchema, PickSchema } from './shipping/schema.ts';
import { SignedInSchema, SignInErrorSchema } from './sign-in.ts';

const delivery = { shippingAdd: '1 Dock Road, Oakland', phone: '+1 555 0100' };
const references = { customerRef: 'FAN-0120', designators: 'M1, M4-M9' };
const purchase = {
  _id: PURCHASE_ID,
  number: 'NB-100234',
  state: 'to_pay' as const,
  ...buyer,
  poNumber: 'PO-4711',
  shippingAdd: 'Demo Buyer\nCompilers Ltd\n1 Dock Road\nGate 4\nOakland, CA 94607\nUnited States',
  phone: shipTo.phone,
  shipTo,
  lineCount: 1,
  firstProduct: product.name,
  total: 1925,
  placedAt: TIME,
  heldUntil: '2026-03-02T10:30:00.000Z',
  refunded: 0,
  disputed: 0,
  takenBack: 0,
  shipping: 'part' as const,
  toShip: 0,
};
const shipment = {
  _id: ID,
  shippedAt: TIME,
  carrier: 'DHL',
  tracking: '00340434161094021501',
  trackingUrl: 'https://www.dhl.com/en/express/tracking.html?AWB=00340434161094021501',
  lines: [{ orderId: ORDER_ID, quantity: 400 }],
};
const returned = {
  _id: ID,
  purchaseId: PURCHASE_ID,
  purchaseNumber: 'NB-100234',
  ...buyer,
  state: 'asked' as const,
  number: 'NB-100234-R1',
  wish: 'replacement' as const,
  askedAt: TIME,
  pictures: 0,
  lines: [
    {
      orderId: ORDER_ID,
      quantity: 20,
      productName: product.name,
      sku: facts.sku,
      reason: 'Ordered too many',
      received: 0,
      restocked: 0,
    },
  ],
};

const figures = { placed: 14, paid: 12, revenue: 23_100, pieces: 6000, newCustomers: 2, expired: 1 };

export const namedSchemas: Record<string, Named> = {
  ...catalogueSchemas,
  ...listsSchemas,
  ...paymentSchemas,
  ...secondFactorSchemas,
  ...stockSchemas,

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
  NewRole: named(NewRoleSchema, { role: 'staff' }),
  IsAdmin: named(IsAdminSchema, { admin: false, staff: true }),
  UserDetail: named(UserDetailSchema, {
    _id: ID,
    ...buyer,
    role: 'customer',
    proven: true,
    createdAt: TIME,
    lastSeenAt: TIME,
    secondFactor: false,
    purchases: 12,
    unpaid: 1,
    paidTotal: 48_200.5,
    unpaidTotal: 1270,
    blocked: { at: TIME, by: 'clerk@example.com', why: 'Two invoices are overdue.' },
  }),
  Reason: named(ReasonSchema, { why: 'Two invoices are overdue.' }),
  User: named(UserSchema, { _id: ID, ...buyer, role: 'customer', proven: true }),

  Order: named(OrderSchema, {
    _id: ORDER_ID,
    number: 'NB-100234',
    ...buyer,
    productId: PRODUCT_ID,
    productName: product.name,
    available: 24_000,
    price: 3.85,
    order: 500,
    total: 1925,
    ...delivery,
    paid: false,
    refunded: 0,
    purchaseId: PURCHASE_ID,
    purchaseNumber: 'NB-100234',
    purchaseTotal: 1925,
    state: 'to_pay' as const,
    refundedPieces: 0,
    refundedOfLine: 0,
    refundingPieces: 0,
    refundingOfLine: 0,
    disputed: 0,
    takenBack: 0,
    createdAt: TIME,
    heldUntil: '2026-03-02T10:30:00.000Z',
  }),
  NewOrder: named(NewOrderSchema, {
    ...buyer,
    productId: PRODUCT_ID,
    productName: product.name,
    available: 24_000,
    price: 3.85,
    order: 500,
    ...delivery,
  }),
  OrderPayment: named(OrderPaymentSchema, { transactionId: 'pi_3SxY2eLkdIwHu7ix0QmZ8aBc' }),
  OrderSummary: named(OrderSummarySchema, {
    unpaid: 1,
    toPay: 1925,
    firstHoldEnds: '2026-03-02T10:30:00.000Z',
    endingSoon: 0,
    onTheWay: 3,
    spentThisMonth: 41_830.5,
    monthStart: '2026-03-01',
  }),
  OrderEvent: named(OrderEventSchema, {
    at: TIME,
    kind: 'order_placed',
    who: buyer.email,
    what: 'Order placed, stock reserved',
  }),
  NewPurchase: named(NewPurchaseSchema, {
    lines: [{ productId: PRODUCT_ID, quantity: 500, price: 3.85, ...references, receiptDate: '2027-03-03' }],
    shipTo,
    poNumber: 'PO-4711',
    note: 'Ring at gate 4',
    costCentre: 'R&D',
    deliveryWish: 'All at once',
    expectedTotal: 1925,
  }),
  PlacedPurchase: named(PlacedPurchaseSchema, {
    insertedId: PURCHASE_ID,
    number: 'NB-100234',
    poUsedBefore: 0,
  }),
  Purchase: named(PurchaseSchema, purchase),
  PurchaseEvent: named(PurchaseEventSchema, {
    at: TIME,
    kind: 'order_placed',
    who: buyer.email,
    what: 'Order placed, stock reserved',
    lines: 12,
  }),
  PurchaseDetail: named(PurchaseDetailSchema, {
    ...purchase,
    invoiceNumber: 'INV-000012',
    lines: [
      {
        _id: ORDER_ID,
        productId: PRODUCT_ID,
        productName: product.name,
        sku: facts.sku,
        ...references,
        quantity: 500,
        price: 3.85,
        total: 1925,
        refundedPieces: 0,
        refundedOfLine: 0,
        refundingPieces: 0,
        refundingOfLine: 0,
        expectedOn: '2027-03-03',
        expectedPieces: 100,
        toShip: 0,
        shippedPieces: 400,
        cancelledPieces: 0,
        returningPieces: 20,
        returnedPieces: 0,
        declinedPieces: 0,
      },
    ],
    shipments: [shipment],
    returns: [returned],
  }),
  NewShipTo: named(NewShipToSchema, { shipTo }),
  PurchaseDetails: named(PurchaseDetailsSchema, { poNumber: 'PO-4712', note: '' }),
  NewNote: named(NewNoteSchema, { text: 'The customer calls back on Friday.' }),
  NewShipment: named(NewShipmentSchema, {
    lines: [{ orderId: ORDER_ID, quantity: 400 }],
    carrier: 'DHL',
    tracking: '00340434161094021501',
  }),
  CarriedBy: named(CarriedBySchema, { carrier: 'DHL', tracking: '00340434161094021501' }),
  Pick: named(PickSchema, {
    _id: PRODUCT_ID,
    sku: facts.sku,
    name: product.name,
    bin: 'A-03-2',
    pieces: 700,
    of: [
      { number: 'NB-100234', pieces: 400 },
      { number: 'NB-100235', pieces: 300 },
    ],
  }),
  NewReturn: named(NewReturnSchema, {
    lines: [{ orderId: ORDER_ID, quantity: 20, reason: 'Ordered too many' }],
  }),
  ReturnAnswer: named(ReturnAnswerSchema, { state: 'accepted', answer: 'Send them to our warehouse.' }),
  DeclinedRefund: named(DeclinedRefundSchema, { pieces: 5, why: 'The seals are broken.' }),
  Received: named(ReceivedSchema, {
    lines: [
      { orderId: ORDER_ID, quantity: 15, condition: 'as new', restock: true },
      { orderId: ORDER_ID, quantity: 5, condition: 'bent pins', restock: false },
    ],
  }),
  Return: named(ReturnSchema, returned),
  NewRefund: named(NewRefundSchema, {
    reason: 'Damaged on the way',
    lines: [{ orderId: ORDER_ID, quantity: 20, refundedPieces: 0 }],
  }),
  NewAmountRefund: named(NewAmountRefundSchema, { reason: 'It came late', amount: 25, refunded: 0 }),
  NewPartRefund: named(NewPartRefundSchema, {
    reason: 'Damaged on the way',
    lines: [{ orderId: ORDER_ID, quantity: 20 }],
  }),

  CreditNote: named(CreditNoteSchema, {
    number: 'CN-000012',
    invoiceNumber: 'INV-000034',
    issuedAt: TIME,
    amount: 1925,
    reason: 'Damaged on the way',
  }),

  DeskPurchase: named(DeskPurchaseSchema, {
    ...purchase,
    orderIds: [ORDER_ID],
    pieces: 500,
    awaited: 0,
    isOverdue: false,
  }),
  DeskSummary: named(DeskSummarySchema, { purchases: 12, orders: 34, total: 23_100, isMore: false }),
  Overview: named(OverviewSchema, {
    at: TIME,
    today: '2026-03-02',
    timeZone: 'UTC',
    toDo: {
      unshipped: {
        count: 5,
        total: 9625,
        overdue: 1,
        overdueBefore: '2026-02-28',
        oldestPaidAt: '2026-02-27T16:20:00.000Z',
      },
      returnsAsked: { count: 2 },
      returnsExpected: { count: 1 },
      refundsOwed: { count: 1 },
      cancelsAsked: { count: 1 },
      refundsDue: { count: 1 },
      paymentsToAnswer: { count: 0 },
      imports: { count: 0 },
      short: { count: 3 },
      mails: { count: 0 },
    },
    figures: [{ days: 7, now: figures, before: { ...figures, paid: 10, revenue: 19_250 } }],
    days: [{ day: '2026-03-02', revenue: 1925, paid: 1, soldOut: 0 }],
    topParts: [
      {
        productId: PRODUCT_ID,
        name: product.name,
        sku: facts.sku,
        pieces: 4000,
        revenue: 14_400,
      },
    ],
    unpaid: [{ from: 0, to: 0, held: { count: 2, total: 3850 }, holdEnded: { count: 0, total: 0 } }],
  }),
  StuckMail: named(StuckMailSchema, {
    _id: ID,
    recipient: buyer.email,
    kind: 'order_placed',
    createdAt: TIME,
    tries: 3,
    problem: '451 Try again later',
    nextTryAt: TIME,
  }),

  Review: named(ReviewSchema, {
    _id: ID,
    name: buyer.name,
    email: 'b***@example.com',
    ratings: '5' as const,
    description: 'Well packed, on time.',
  }),
  DeskReview: named(DeskReviewSchema, {
    _id: ID,
    name: buyer.name,
    email: 'b***@example.com',
    ratings: '1' as const,
    description: 'Ask for Kim, 555 0100.',
    verified: true as const,
    createdAt: TIME,
    hidden: { at: TIME, by: 'clerk@example.com', why: 'It names a person.' },
  }),
  NewReview: named(NewReviewSchema, { ratings: '5', description: 'Well packed, on time.' }),

  UploadedImage: named(UploadedImageSchema, {
    success: true,
    status: 200,
    data: { url: '/images/0199e1a3.webp', width: 1280, height: 960, size: 48_211, mime: 'image/webp' },
  }),
  UploadedFile: named(UploadedFileSchema, { url: datasheet.url, bytes: 48_211 }),
  UploadError: named(UploadErrorBodySchema, {
    success: false,
    status: 415,
    error: { message: 'Upload a JPEG, PNG, WebP or AVIF picture.', code: 'unsupported_image' },
  }),

  Config: named(ConfigSchema, {
    sandbox: true,
    google: true,
    hold: { minutes: 1440, unprovenMinutes: 30 },
    smallestOrder: 100,
    shop: {
      name: 'Northbridge',
      claim: 'Computer parts for businesses.',
      address: ['1 Harbor Way', 'Oakland'],
      email: 'orders@northbridge.example',
      taxId: 'EIN 00-0000000',
    },
    stripe: {
      publishableKey: 'pk_test_northbridge',
      jsUrl: 'http://localhost:3000/v3/stripe.js',
      apiUrl: 'http://localhost:3000',
    },
  }),
  Settings: named(SettingsSchema, exampleSettings),
  SettingChange: named(SettingChangeSchema, { revision: 2, value: exampleValues.mail }),
  SettingVersion: named(SettingVersionSchema, {
    revision: 3,
    at: TIME,
    who: 'admin@example.com',
    isStandard: false,
    value: exampleValues.mail,
    changes: [{ field: 'name', from: 'Northbridge', to: 'Northbridge Parts' }],
  }),
  PageContent: named(PageContentSchema, exampleValues.blog),
  Event: named(EventSchema, {
    _id: ID,
    at: TIME,
    kind: 'order_placed',
    what: 'Order placed, stock reserved',
    who: buyer.email,
    orderId: ORDER_ID,
    productId: PRODUCT_ID,
    productName: product.name,
    stockChange: -500,
  }),
  Inserted: named(InsertedSchema, { insertedId: ID }),
  Modified: named(ModifiedSchema, { modifiedCount: 1 }),
  Deleted: named(DeletedSchema, { deletedCount: 1 }),
  Problem: named(ProblemSchema, {
    type: 'about:blank',
    title: 'Price changed',
    status: 409,
    code: 'price_changed',
    detail: 'The price is now $3.70 a piece. Check the order and place it again.',
  }),
};
