import { z } from 'zod';
import { IdSchema, TimeSchema } from './fields.ts';
import { CARD_LIMIT_CENTS, isDollars, toDollars } from './money.ts';

export const CURRENCY = 'usd';

/** Stripe takes no card payment below this, in dollars (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
const CARD_MINIMUM = 0.5;

/** Body of POST /create-payment-intent: `price` is the whole amount in dollars. */
export const NewIntentSchema = z.object({
  price: z
    .number('Price is Required')
    .min(CARD_MINIMUM, 'A card payment is at least $0.50')
    .max(toDollars(CARD_LIMIT_CENTS), 'A card payment is at most $999,999.99')
    .refine(isDollars, 'Price has at most two decimals'),
  orderId: IdSchema.optional(),
});

export const ClientSecretSchema = z.object({ clientSecret: z.string() });

/** Why the shop gives money back when no person asked for it. */
export const REFUND_CAUSES = [
  'order_deleted',
  'paid_otherwise',
  'lines_deleted',
  'stock_gone',
  // No order claimed the payment.
  'unclaimed',
  'refunded_at_provider',
  // The buyer's bank sent the refund back.
  'sent_back',
] as const;
export type RefundCause = (typeof REFUND_CAUSES)[number];

/** Why money goes back: what an admin wrote, or else a cause. */
export interface RefundReason {
  reason: string | null;
  cause: RefundCause | null;
}

/**
 * Stripe's codes for refused and failed refunds that last: asking again changes nothing until an admin does something
 * (https://docs.stripe.com/error-codes, and `failure_reason` at https://docs.stripe.com/api/refunds/object).
 */
export const LASTING_REFUSALS = [
  'charge_disputed',
  'refund_disputed_payment',
  'charge_for_pending_refund_disputed',
  'balance_insufficient',
  'insufficient_funds',
  'lost_or_stolen_card',
  'expired_or_canceled_card',
  'charge_not_refundable',
  'declined',
  'merchant_request',
  'resource_missing',
] as const;
export type RefundRefusal = (typeof LASTING_REFUSALS)[number];

/** Why the payment provider refused a refund: its code, what it means, and what an admin can do. */
export const RefundProblemSchema = z.object({ code: z.string(), what: z.string(), advice: z.string() });
export type RefundProblem = z.infer<typeof RefundProblemSchema>;

/** Money that has to go back to a card and has not yet, as the provider confirms it. */
export const DueRefundSchema = z.object({
  _id: IdSchema,
  transactionId: z.string(),
  orderId: IdSchema.optional(),
  /** The order's number as people read it. */
  orderNumber: z.string().optional(),
  /** Dollars. */
  amount: z.number(),
  /** What the admin wrote, or the cause in words. */
  why: z.string(),
  cause: z.enum(REFUND_CAUSES).optional(),
  /** Email of the admin who asked for it, or 'shop'. */
  who: z.string(),
  /** ISO 8601, UTC: since when it is due, and when the provider is asked next; without that it has stopped. */
  since: TimeSchema,
  nextTryAt: TimeSchema.optional(),
  /** How often the provider was asked. */
  tries: z.number().int(),
  /** Why the provider refused it last. */
  problem: RefundProblemSchema.optional(),
});
export type DueRefund = z.infer<typeof DueRefundSchema>;

/** The calls at the payment provider, as the shop names them. */
export const PROVIDER_CALLS = [
  'createIntent',
  'getIntent',
  'cancelIntent',
  'refund',
  'getRefundFailure',
  'listRefunded',
  'getDispute',
  'listDisputes',
] as const;
export type ProviderCall = (typeof PROVIDER_CALLS)[number];

/** Why a call at the payment provider failed, where that passes by itself: nobody has to do anything. */
export const PASSING_FAILURES = [
  // Nobody answers; nobody answers in time; the provider's own failure; we ask too often.
  'unreachable',
  'timeout',
  'trouble',
  'rate_limited',
  // The same request, or another one about the same object, is being carried out.
  'in_use',
  // More of our calls are under way than are let through.
  'too_many',
] as const;
/** Why a call failed, where that lasts until the owner of the shop, or who wrote it, does something. */
export const LASTING_FAILURES = [
  // The secret key is wrong, rolled or expired; it may not do this.
  'key_refused',
  'not_permitted',
  // What was asked for is refused: see `code`.
  'refused',
] as const;
export const FAILURE_KINDS = [...PASSING_FAILURES, ...LASTING_FAILURES] as const;
export type PassingFailure = (typeof PASSING_FAILURES)[number];
export type LastingFailure = (typeof LASTING_FAILURES)[number];
export type FailureKind = PassingFailure | LastingFailure;

/** Whether failures of a kind pass without anybody doing anything. */
export function passesByItself(kind: string): kind is PassingFailure {
  return (PASSING_FAILURES as readonly string[]).includes(kind);
}

/**
 * A kind of failure of calls at the payment provider, as admins see it. There is one for each call and kind. Calls and
 * kinds that only a later version knows pass, while that one runs beside this one.
 */
export const PaymentProblemSchema = z.object({
  /** The call that failed. */
  operation: z.string().meta({ enum: [...PROVIDER_CALLS] }),
  kind: z.string().meta({ enum: [...FAILURE_KINDS] }),
  /** How often since `firstAt`. */
  times: z.number().int(),
  /** ISO 8601, UTC. */
  firstAt: TimeSchema,
  lastAt: TimeSchema,
  /** What the provider said last: HTTP's status, its type, code and words, and the id by which it knows the request. */
  status: z.number().int().optional(),
  type: z.string().optional(),
  code: z.string().optional(),
  message: z.string(),
  requestId: z.string().optional(),
});
export type PaymentProblem = z.infer<typeof PaymentProblemSchema>;

/** What a buyer's bank wants back. Amounts in dollars, times ISO 8601, UTC. */
export const DisputeSchema = z.object({
  _id: z.string(),
  amount: z.number(),
  /** What the bank has taken and not brought back. */
  withdrawn: z.number(),
  /** Stripe's status, what it means, and what an admin can do. */
  status: z.string(),
  what: z.string(),
  advice: z.string().optional(),
  /** Why the buyer disputes. */
  reason: z.string(),
  openedAt: z.string(),
  /** Until when it has to be answered. */
  dueAt: z.string().optional(),
});
export type Dispute = z.infer<typeof DisputeSchema>;

/** A payment of an order, for admins. Amounts in dollars. */
export const PaymentSchema = z.object({
  _id: IdSchema,
  transactionId: z.string(),
  /** `refused` has to go back, and the provider refuses it until an admin does something. */
  state: z.enum(['open', 'succeeded', 'canceled', 'refunding', 'refused', 'refunded']),
  amount: z.number(),
  refunded: z.number(),
  problem: RefundProblemSchema.optional(),
  disputes: z.array(DisputeSchema),
  /** Why no refund of it can be given now, and what an admin can do; without it a refund may be tried. */
  noRefund: z.string().optional(),
});
export type Payment = z.infer<typeof PaymentSchema>;

/** A payment that an admin has to do something about: answer a dispute, or see to a refund that the provider refused. */
export const PaymentToAnswerSchema = PaymentSchema.extend({
  /** What for: the dispute that has to be answered or else the refused refund, and what is at stake in dollars. */
  toDo: z.object({
    what: z.string(),
    advice: z.string().optional(),
    amount: z.number(),
    /** Until when the dispute has to be answered, ISO 8601, UTC. */
    dueAt: TimeSchema.optional(),
  }),
  orderId: IdSchema.optional(),
  /** The order's number as people read it. */
  orderNumber: z.string().optional(),
});
export type PaymentToAnswer = z.infer<typeof PaymentToAnswerSchema>;

/** Stripe's key for browsers, which is the only one that may stand in an answer. */
export const PublishableKeySchema = z.string().regex(/^pk_(?:test|live)_\w+$/);

/** GET /config: what the browser has to know about where it is. */
export const ConfigSchema = z.object({
  sandbox: z.boolean(),
  stripe: z.object({
    publishableKey: PublishableKeySchema,
    /** The script that sets window.Stripe. */
    jsUrl: z.string(),
    /** Absolute; the payment provider's calls are below it, under /v1. */
    apiUrl: z.string(),
  }),
  /** Whether Google sign-in is offered. */
  google: z.boolean(),
  /** The page that shows the mails, where they go to the sandbox's mailbox. */
  mailbox: z.string().optional(),
  /** Names the build of the pages: a page of another build loads the next page anew when its script is gone. */
  build: z.string().optional(),
});
export type Config = z.infer<typeof ConfigSchema>;
