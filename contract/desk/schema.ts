import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { DateSchema, freeText, IdSchema, pageFields, TimeSchema } from '../kernel/fields.ts';
import { LONGEST_FILTER } from '../kernel/text-limits.ts';
import { PurchaseSchema } from '../purchases/schema.ts';
import { ORDER_STATES } from '../purchases/states.ts';
import { CHART_PERIODS } from './figures.ts';
import { DESK_SORTS, REFUND, UNSHIPPED } from './filters.ts';

const filterFields = {
  /**
   * A whole number: of a purchase, an invoice or a credit note; a PO number, a cost center, a transaction id, a tracking number, or a SKU; an email address. Also
   * the id of a purchase or an order, or its first 8 letters or more.
   */
  q: freeText(LONGEST_FILTER).optional(),
  state: z.enum(ORDER_STATES).optional(),
  /** The id of a buyer, such as a company; an email address, or a part of the name or address of people who have an account. */
  buyer: freeText(LONGEST_FILTER).optional(),
  /** A SKU, or a product's id. */
  part: freeText(LONGEST_FILTER).optional(),
  /** Days of the shop on which it was placed, the last one included. */
  from: DateSchema.optional(),
  until: DateSchema.optional(),
  unshipped: z.enum(UNSHIPPED, say('unshipped')).optional(),
  refund: z.enum(REFUND, say('refund_owed')).optional(),
};

export const DeskFilterSchema = z.object(filterFields);
export type DeskFilter = z.infer<typeof DeskFilterSchema>;

const sortField = { sort: z.enum(DESK_SORTS).optional() };
export const DeskListQuerySchema = z.object({ ...pageFields, ...filterFields, ...sortField });
export type DeskListQuery = z.infer<typeof DeskListQuerySchema>;

export const DeskExportQuerySchema = z.object({
  ...filterFields,
  ...sortField,
  format: z.enum(['csv', 'xlsx'], say('export_format')).optional(),
});

/** The ids of a purchase's orders that a list shows. */
export const DESK_ORDER_IDS = 3;

/** A purchase as staff's list shows it. */
export const DeskPurchaseSchema = PurchaseSchema.extend({
  /** Its first orders: `DESK_ORDER_IDS` at most. */
  orderIds: z.array(IdSchema),
  /** Pieces of all lines. */
  pieces: z.int(),
  /** Of a paid one, pieces that are to go out once they have come. */
  awaited: z.int(),
  /** Has pieces that should have left by now. */
  isOverdue: z.boolean(),
});
export type DeskPurchase = z.infer<typeof DeskPurchaseSchema>;

/** Purchases of a filter are counted and summed up to here. */
export const DESK_COUNTED = 5_000;

export const DeskSummarySchema = z.object({
  purchases: z.int(),
  /** Their lines, which are the orders of the specification; absent where there are more purchases than are counted. */
  orders: z.int().optional(),
  /** Dollars of these purchases, for admins; absent then, too, and for the whole list, which is only counted. */
  total: z.number().optional(),
  /** There are more purchases than are counted. */
  isMore: z.boolean(),
  /** The name of the buyer whose id the filter has. */
  buyer: z.string().optional(),
});
export type DeskSummary = z.infer<typeof DeskSummarySchema>;

const FiguresSchema = z.object({
  /** Purchases that were placed. */
  placed: z.int(),
  /** Purchases that were paid, dollars for them, and their pieces. Refunds are not taken off. */
  paid: z.int(),
  revenue: z.number(),
  pieces: z.int(),
  /** Buyers who paid for the first time. */
  newCustomers: z.int(),
  /** Purchases whose hold ended before they were paid. */
  expired: z.int(),
  /** Purchases that were placed then and are not paid; told of the time until now only. */
  unpaid: z.int().optional(),
});
export type Figures = z.infer<typeof FiguresSchema>;

/** How many there are, with the sum in dollars where it is of money. */
const CountSchema = z.object({ count: z.int(), total: z.number().optional() });

export const OverviewSchema = z.object({
  /** When it was read, and the shop's day then and time zone. */
  at: TimeSchema,
  today: DateSchema,
  timeZone: z.string(),
  /** What staff have to do now. */
  toDo: z.object({
    /** Paid, with pieces here to be shipped; `overdue` of them since before `overdueBefore`. */
    unshipped: CountSchema.extend({
      overdue: z.int(),
      overdueBefore: DateSchema,
      /** The one that was paid first. */
      oldestPaidAt: TimeSchema.optional(),
    }),
    /** Returns that buyers have asked for, and accepted ones of which pieces are to come back. */
    returnsAsked: CountSchema,
    returnsExpected: CountSchema,
    /** Purchases of which pieces came back and are not refunded, and refunds that the provider has not confirmed. */
    refundsOwed: CountSchema,
    /** Paid purchases that their buyers want cancelled. */
    cancelsAsked: CountSchema,
    refundsDue: CountSchema,
    /** Disputes to answer, and refused refunds. */
    paymentsToAnswer: CountSchema,
    /** Parts of which less is on sale and expected than their reorder point says. */
    short: CountSchema,
    /** Companies that wait for the shop's approval. */
    companiesWaiting: CountSchema,
    /** Imports that failed, or wait with wrong rows. */
    imports: CountSchema,
    /** Mails that could not be sent, and are tried again or given up. */
    mails: CountSchema,
  }),
  /** For each of `PERIODS`: its days, and as many before them. */
  figures: z.array(z.object({ days: z.int(), now: FiguresSchema, before: FiguresSchema })),
  /** The last 90 days, the oldest first. `soldOut`: parts whose last pieces in stock were ordered. */
  days: z.array(z.object({ day: DateSchema, revenue: z.number(), paid: z.int(), soldOut: z.int() })),
  /** Parts that brought most, of what was paid in the last `days` days. */
  topParts: z.array(
    z.object({
      productId: IdSchema,
      name: z.string(),
      sku: z.string(),
      pieces: z.int(),
      revenue: z.number(),
    }),
  ),
  /** Unpaid purchases of the last 90 days by the days since they were placed: `to` is the last day, included. */
  unpaid: z.array(
    z.object({
      from: z.int(),
      to: z.int(),
      held: CountSchema,
      holdEnded: CountSchema,
    }),
  ),
});
export type Overview = z.infer<typeof OverviewSchema>;

export const OverviewQuerySchema = z.object({
  /** Days that `topParts` are of; 30 without it. */
  days: z.enum(CHART_PERIODS, say('overview_days')).transform(Number).optional(),
});

/** A mail that could not be sent. */
export const StuckMailSchema = z.object({
  _id: IdSchema,
  recipient: z.string(),
  kind: z.string(),
  createdAt: TimeSchema,
  tries: z.int(),
  /** What the mail server said, or why it was given up. */
  problem: z.string(),
  /** Absent once it is given up. */
  nextTryAt: TimeSchema.optional(),
});
export type StuckMail = z.infer<typeof StuckMailSchema>;
