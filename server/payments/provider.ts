import type Stripe from 'stripe';
import type { ProviderCall } from '#contract/payments/schema.ts';

/** A payment intent, as far as the shop looks at it. */
export interface Intent {
  id: string;
  status: Stripe.PaymentIntent.Status;
  amountCents: number;
  currency: string;
  clientSecret: string;
  /** When it was made and when it was paid, in seconds since 1970; undefined while it is not paid, or its charge was not fetched. */
  createdAt: number;
  paidAt: number | undefined;
  /** What the shop wrote on it when it made it. */
  userId: string | undefined;
  buyerId: string | undefined;
  purchaseId: string | undefined;
  /** Whether its buyer has tried to pay with it, whatever came of it. */
  attempted: boolean;
  /** The provider's id of the last attempt, where the card was declined. */
  declinedChargeId: string | undefined;
  /** Whether all of what was captured has gone back, and how much has. */
  refunded: boolean;
  refundedCents: number;
}

/** What a webhook tells of. */
export interface ProviderEvent {
  id: string;
  type: string;
  /** The intent it is about, if any, and the dispute. */
  intentId: string | undefined;
  disputeId?: string | undefined;
}

/** A dispute of a buyer's bank. Stripe's words in it are codes. */
export interface ProviderDispute {
  id: string;
  intentId: string | undefined;
  amountCents: number;
  currency: string;
  reason: string;
  status: string;
  /** What the bank has taken and not brought back, without fees. */
  withdrawnCents: number;
  dueAt: Date | null;
  openedAt: Date;
}

/** A part of a payment that goes back, by the id of the shop's own refund. */
export interface RefundPart {
  id: string;
  cents: number;
}

/** A refund at the provider. */
export interface ProviderRefund {
  cents: number;
  /** The shop's own refund that it carries out; undefined for all that was left, and for what was made at the provider itself. */
  partId: string | undefined;
  /** Stripe's code for why it failed: its money is with the shop again. */
  failure: string | undefined;
}

export interface NewIntent {
  amountCents: number;
  userId: string;
  buyerId: string;
  purchaseId: string | undefined;
  /** The same key answers the same intent, to any number of calls in any number of processes at once. */
  idempotencyKey: string;
}

/**
 * The card-payment provider. What it refuses, and that it is out of reach, is thrown as a ProviderFailure. Its calls are
 * those of the contract, by which failures are counted and shown.
 */
export interface PaymentProvider extends Record<ProviderCall, (...args: never[]) => Promise<unknown>> {
  createIntent(intent: NewIntent): Promise<Intent>;
  /** The intent as it is now, or undefined when the provider knows none with this id. */
  getIntent(id: string): Promise<Intent | undefined>;
  /** Cancels an intent and answers what became of it: canceled, or succeeded or processing when it was too late. */
  cancelIntent(id: string): Promise<Intent>;
  /**
   * Refunds what is not refunded yet, or a part of it, once however often it is called. Undefined when it is refunded,
   * otherwise Stripe's code for why that failed; a refusal is thrown. What was taken can still be sent back by the bank: then the
   * next call tries anew. `refusals` is how often it was refused before: Stripe answers a key alike for 24 hours, a
   * refusal, too.
   */
  refund(intentId: string, refusals: number, part?: RefundPart): Promise<string | undefined>;
  /** All refunds of an intent as they are at this moment, the newest first. */
  getRefunds(intentId: string): Promise<ProviderRefund[]>;
  /** The dispute as it is now, or undefined when the provider knows none with this id. */
  getDispute(id: string): Promise<ProviderDispute | undefined>;
  /** Ids of disputes that were opened since a point in time (seconds since 1970). */
  listDisputes(since: number): Promise<string[]>;
  /** Intents that the shop has made since a point in time (seconds since 1970) and that were paid, the newest first. */
  listPaid(since: number): Promise<Intent[]>;
  /** Intents of which something was refunded, and not sent back, since a point in time (seconds since 1970). */
  listRefunded(since: number): Promise<string[]>;
  /** Checks a webhook's signature over its raw bytes, and that they are an event. Throws 400. */
  readEvent(body: Buffer, signature: string | undefined): ProviderEvent;
}
