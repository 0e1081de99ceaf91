import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { IdSchema, pageFields, TimeSchema } from '../kernel/fields.ts';
import { CARD_LIMIT_CENTS, CARD_MINIMUM, isDollars, toDollars } from '../kernel/money.ts';
import { PublicShopSchema } from '../settings/schema.ts';

export const CURRENCY = 'usd';

/** Body of POST /create-payment-intent: `price` is the whole amount in dollars. */
export const NewIntentSchema = z.object({
  price: z
    .number(say('price_required'))
    .min(CARD_MINIMUM, say('payment_too_low'))
    .max(toDollars(CARD_LIMIT_CENTS), say('payment_too_high'))
    .refine(isDollars, say('price_two_decimals')),
  orderId: IdSchema.optional(),
});

export const ClientSecretSchema = z.object({ clientSecret: z.string() });

/** Why the shop refunds a payment without being asked. */
export const REFUND_CAUSES = [
  'order_deleted',
  'not_approved',
  'paid_otherwise',
  'lines_deleted',
  'stock_gone',
  'over_limit',
  // No order claimed the payment.
  'unclaimed',
  'refunded_at_provider',
  // The buyer's bank sent the refund back.
  'sent_back',
] as const;
export type RefundCause = (typeof REFUND_CAUSES)[number];

/** Reason of a refund: what an admin wrote, or else a cause. */
export interface RefundReason {
  reason: string | null;
  cause: RefundCause | null;
}

/**
 * Stripe's codes for refunds that fail permanently: retrying changes nothing until an admin does something
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
  'charge_already_refunded',
  'declined',
  'merchant_request',
  'resource_missing',
] as const;
export type RefundRefusal = (typeof LASTING_REFUSALS)[number];

/** Why the payment provider refused a refund: its code, what it means, and what an admin can do. */
export const RefundProblemSchema = z.object({ code: z.string(), what: z.string(), advice: z.string() });
export type RefundProblem = z.infer<typeof RefundProblemSchema>;

/** The purchase of a payment, and its first line, whose page has the refunds. Absent where no purchase has claimed it. */
const purchaseFields = {
  orderId: IdSchema.optional(),
  /** The order's number as it is shown. */
  orderNumber: z.string().optional(),
  purchaseId: IdSchema.optional(),
};

/** A refund that is not confirmed by the provider yet, and is tried again by itself. */
export const DueRefundSchema = z.object({
  _id: IdSchema,
  transactionId: z.string(),
  ...purchaseFields,
  /** Dollars. */
  amount: z.number(),
  /** The reason an admin wrote, or the cause in words. */
  why: z.string(),
  cause: z.enum(REFUND_CAUSES).optional(),
  /** The admin's email, or 'shop'. */
  who: z.string(),
  /** ISO 8601, UTC: since when it is due, and when it is tried next. */
  since: TimeSchema,
  nextTryAt: TimeSchema,
  /** Number of attempts. */
  tries: z.number().int(),
  /** Why the provider refused the last attempt. */
  problem: RefundProblemSchema.optional(),
});
export type DueRefund = z.infer<typeof DueRefundSchema>;

/** The calls at the payment provider, as the shop names them. */
export const PROVIDER_CALLS = [
  'createIntent',
  'getIntent',
  'cancelIntent',
  'refund',
  'getRefunds',
  'listRefunded',
  'getDispute',
  'listDisputes',
  'listPaid',
] as const;
export type ProviderCall = (typeof PROVIDER_CALLS)[number];

/** Temporary failures of calls at the payment provider, which need no action. */
export const PASSING_FAILURES = [
  // No answer; a timeout; the provider's own failure; its rate limit.
  'unreachable',
  'timeout',
  'trouble',
  'rate_limited',
  // The same request, or another one about the same object, is in progress.
  'in_use',
  // Our own limit of concurrent calls.
  'too_many',
] as const;
/** Permanent failures, which need an action of the shop's owner or a developer. */
export const LASTING_FAILURES = [
  // The secret key is wrong, rolled or expired; it lacks the permission.
  'key_refused',
  'not_permitted',
  // The request is refused: see `code`.
  'refused',
] as const;
export const FAILURE_KINDS = [...PASSING_FAILURES, ...LASTING_FAILURES] as const;
export type PassingFailure = (typeof PASSING_FAILURES)[number];
export type LastingFailure = (typeof LASTING_FAILURES)[number];
export type FailureKind = PassingFailure | LastingFailure;

/** Returns whether failures of a kind are temporary. */
export function passesByItself(kind: string): kind is PassingFailure {
  return (PASSING_FAILURES as readonly string[]).includes(kind);
}

/**
 * Failures of one kind of one call at the payment provider, as admins see them. Calls and kinds of a later version are
 * accepted: it may run beside this one.
 */
export const PaymentProblemSchema = z.object({
  /** The call that failed. */
  operation: z.string().meta({ enum: [...PROVIDER_CALLS] }),
  kind: z.string().meta({ enum: [...FAILURE_KINDS] }),
  /** Number of failures since `firstAt`. */
  times: z.number().int(),
  /** ISO 8601, UTC. */
  firstAt: TimeSchema,
  lastAt: TimeSchema,
  /** The provider's last answer: HTTP status, type, code, message, and its id of the request. */
  status: z.number().int().optional(),
  type: z.string().optional(),
  code: z.string().optional(),
  message: z.string(),
  requestId: z.string().optional(),
});
export type PaymentProblem = z.infer<typeof PaymentProblemSchema>;

/** A dispute: a claim of a buyer's bank. Amounts in dollars, times ISO 8601, UTC. */
export const DisputeSchema = z.object({
  _id: z.string(),
  amount: z.number(),
  /** What the bank has withdrawn and not returned. */
  withdrawn: z.number(),
  /** Stripe's status, what it means, and what an admin can do. */
  status: z.string(),
  what: z.string(),
  advice: z.string().optional(),
  /** Why the buyer disputes: Stripe's word, what is claimed by it, and what answers it. */
  reason: z.string(),
  claim: z.string(),
  evidence: z.string(),
  openedAt: z.string(),
  /** Until when it has to be answered. */
  dueAt: z.string().optional(),
});
export type Dispute = z.infer<typeof DisputeSchema>;

/** Disputes of which something may still become, and those that are over. */
export const DISPUTE_STATES = ['open', 'over'] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];

export const DisputeListQuerySchema = z.object({
  ...pageFields,
  state: z.enum(DISPUTE_STATES, say('dispute_state')).optional(),
});
export type DisputeListQuery = z.infer<typeof DisputeListQuerySchema>;

/** A dispute in the list of all, with the payment and the purchase that it is about. */
export const ListedDisputeSchema = DisputeSchema.extend({
  transactionId: z.string(),
  /** Whether an admin has to answer it. */
  asks: z.boolean(),
  isOver: z.boolean(),
  ...purchaseFields,
  /** The buyer's name and email; absent for a payment that no purchase has claimed. */
  buyer: z.object({ name: z.string(), email: z.string() }).optional(),
});
export type ListedDispute = z.infer<typeof ListedDisputeSchema>;

/** A payment of an order, for admins. Amounts in dollars. */
export const PaymentSchema = z.object({
  _id: IdSchema,
  transactionId: z.string(),
  /** `refused`: a refund is due, and the provider refuses it until an admin does something. */
  state: z.enum(['open', 'succeeded', 'canceled', 'refunding', 'refused', 'refunded']),
  amount: z.number(),
  refunded: z.number(),
  /**
   * The refund that is under way, or has stopped: dollars, when it is tried next unless it has stopped, whether it is of pieces, and
   * whether it can be given up.
   */
  refunding: z
    .object({
      amount: z.number(),
      nextTryAt: TimeSchema.optional(),
      ofPieces: z.boolean(),
      canBeWithdrawn: z.boolean(),
    })
    .optional(),
  problem: RefundProblemSchema.optional(),
  disputes: z.array(DisputeSchema),
  /** Why it cannot be refunded now, and what an admin can do; without it a refund may be tried. */
  noRefund: z.string().optional(),
});
export type Payment = z.infer<typeof PaymentSchema>;

/** A payment that needs an admin: a dispute to answer, or a refund that the provider refused. */
export const PaymentToAnswerSchema = PaymentSchema.extend({
  /** The dispute to answer or else the refused refund, and its amount in dollars. */
  toDo: z.object({
    what: z.string(),
    advice: z.string().optional(),
    amount: z.number(),
    /** What the dispute claims, and what answers it. */
    claim: z.string().optional(),
    evidence: z.string().optional(),
    /** Until when the dispute has to be answered, ISO 8601, UTC. */
    dueAt: TimeSchema.optional(),
  }),
  ...purchaseFields,
});
export type PaymentToAnswer = z.infer<typeof PaymentToAnswerSchema>;

/** Stripe's publishable key, the only one that an answer may contain. */
export const PublishableKeySchema = z.string().regex(/^pk_(?:test|live)_\w+$/);

/** GET /config: the configuration that browsers need. */
export const ConfigSchema = z.object({
  sandbox: z.boolean(),
  stripe: z.object({
    publishableKey: PublishableKeySchema,
    /** The script that sets window.Stripe. */
    jsUrl: z.string(),
    /** Absolute URL; the payment provider's calls are below it, under /v1. */
    apiUrl: z.string(),
  }),
  /** Whether Google sign-in is offered. */
  google: z.boolean(),
  shop: PublicShopSchema,
  /** The least pieces of any product. */
  smallestOrder: z.int(),
  /** Minutes for which an unpaid purchase keeps its stock, and those of a buyer whose email address is not confirmed. */
  hold: z.object({ minutes: z.int(), unprovenMinutes: z.int() }),
  /** The page of the sandbox's mailbox, if mails go there. */
  mailbox: z.string().optional(),
  /** Id of the web build: a page of another build loads the next page from the server when its script is gone. */
  build: z.string().optional(),
});
export type Config = z.infer<typeof ConfigSchema>;
