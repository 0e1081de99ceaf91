/** Schemas of what staff see and set: the desk, reviews, settings and the log, each with an example. */
import { DeskPurchaseSchema, DeskSummarySchema, OverviewSchema, StuckMailSchema } from '../desk/schema.ts';
import { EventSchema } from '../log/schema.ts';
import { DeskReviewSchema, NewReviewSchema, ReviewSchema } from '../reviews/schema.ts';
import { exampleSettings, exampleValues } from '../settings/examples.ts';
import {
  PageContentSchema,
  SettingChangeSchema,
  SettingsSchema,
  SettingVersionSchema,
} from '../settings/schema.ts';
import { buyer, facts, ID, type Named, named, ORDER_ID, PRODUCT_ID, product, TIME } from './examples.ts';
import { purchase } from './purchases.ts';

const figures = { placed: 14, paid: 12, revenue: 23_100, pieces: 6000, newCustomers: 2, expired: 1 };

export const deskSchemas: Record<string, Named> = {
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
      companiesWaiting: { count: 1 },
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
};
