import type { RefundReason } from '#contract/payments.ts';

/** What the mails tell of, and the facts each of them needs. Facts are kept as JSON in the outbox. */

/** A purchase as a mail describes it. */
export interface OrderFacts {
  purchaseId: string;
  /** Its first line, whose pages links lead to. */
  orderId: string;
  orderNumber: number;
  totalCents: number;
  /** How many lines it has, of which `lines` are the first. */
  lineCount: number;
  lines: { productName: string; quantity: number; unitPriceMicros: number }[];
}

export type Mail =
  /** `heldUntil` is ISO 8601. */
  | { kind: 'order_placed' | 'hold_ends' | 'hold_ended'; facts: OrderFacts & { heldUntil: string } }
  | { kind: 'order_paid'; facts: OrderFacts & { transactionId: string } }
  | { kind: 'order_refunded'; facts: OrderFacts & { transactionId: string } & Partial<RefundReason> }
  /** Pieces of an order were refunded: the first of its `refundCount` lines, and the money for all of them. */
  | {
      kind: 'part_refunded';
      facts: {
        orderId: string;
        orderNumber: number;
        transactionId: string;
        reason: string;
        refundCents: number;
        refundCount: number;
        refundLines: { productName: string; quantity: number; cents: number }[];
      };
    }
  /** Money that paid no order. `orderNumber` is that of the purchase it was meant for, where it is known. */
  | {
      kind: 'payment_refunded';
      facts: {
        transactionId: string;
        amountCents: number;
        orderNumber: number | null;
      } & Partial<RefundReason>;
    }
  /** A bank's dispute, to admins. Words of the provider are codes; `dueAt` is ISO 8601. */
  | {
      kind: 'dispute_changed';
      facts: {
        transactionId: string;
        amountCents: number;
        status: string;
        reason: string;
        dueAt: string | null;
        orderId: string | null;
        orderNumber: number | null;
      };
    }
  /** A link that proves who reads the address's mailbox. The token is forgotten once the mail is sent. */
  | { kind: 'verify_address' | 'reset_password'; facts: { token: string; expiresAt: string } }
  /** `at` is ISO 8601. */
  | { kind: 'password_changed'; facts: { at: string } };

/**
 * What anybody can cause with an address they typed in: orders that nobody pays. To an address that is not proven these
 * mails are few, and one tells of several.
 */
export const JOINED_KINDS = ['order_placed', 'hold_ends', 'hold_ended'] as const satisfies Mail['kind'][];
export type JoinedMail = Extract<Mail, { kind: (typeof JOINED_KINDS)[number] }>;

export function isJoined<M extends Mail>(mail: M): mail is M & JoinedMail {
  return JOINED_KINDS.some((kind) => kind === mail.kind);
}

/** A mail of the outbox. */
export type OutboxMail = Mail & { id: string; recipient: string; createdAt: Date };
