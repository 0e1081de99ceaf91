import { formatCreditNoteNumber } from '#contract/documents/schema.ts';
import { formatCents } from '#contract/kernel/money.ts';
import type { RefundReason } from '#contract/payments/schema.ts';
import { explainDispute, reasonInWords, refundReason } from '#contract/payments/words.ts';
import { formatOrderNumber } from '#contract/purchases/order-number.ts';
import {
  type AboutOrder,
  type AboutPart,
  orderInShort,
  orderRows,
  orderUrl,
  piecesRow,
} from '../ground/letters/about-order.ts';
import { mailKinds } from '../ground/letters/kinds.ts';
import { formatMoment } from '../ground/letters/layout.ts';
import { inShort, more, numbered, type OrderFacts, orderDetails } from '../purchases/mail-words.ts';

/** `lastCents` went back with this refund, if it was not the first. */
interface RefundedFacts extends OrderFacts, Partial<RefundReason> {
  transactionId: string;
  lastCents?: number | null;
  /** Not in mails of versions before. */
  creditNoteNumber?: number | null;
}

/** The first of its `refundCount` lines, and the money for all of them. */
interface PartFacts extends AboutOrder {
  orderId: string;
  transactionId: string;
  reason: string;
  refundCents: number;
  refundCount: number;
  creditNoteNumber?: number | null;
  refundLines: (AboutPart & { quantity: number; cents: number })[];
}

/** Money that paid no purchase. `orderNumber` is that of the purchase it was meant for, where it is known. */
interface PaymentFacts extends Partial<RefundReason> {
  transactionId: string;
  amountCents: number;
  orderNumber: number | null;
}

/** A bank's dispute, to admins. Words of the provider are codes; `dueAt` is ISO 8601. */
interface DisputeFacts {
  transactionId: string;
  amountCents: number;
  status: string;
  reason: string;
  dueAt: string | null;
  orderId: string | null;
  orderNumber: number | null;
}

export const paymentMails = mailKinds({
  order_refunded: {
    letter: (facts: RefundedFacts, origin, zone) => ({
      subject: `Refunded: ${inShort(facts)}`,
      paragraphs: [
        `All ${formatCents(facts.totalCents)} of this order have gone back to the card you paid with${
          facts.lastCents ? `, the last ${formatCents(facts.lastCents)} now` : ''
        }. Banks take some days to show it.`,
      ],
      details: [
        ['Reason', refundReason(facts.reason, facts.cause)],
        ...orderDetails(facts, zone),
        ...numbered('Credit note', facts.creditNoteNumber, formatCreditNoteNumber),
        ['Transaction', facts.transactionId],
      ],
      link: linkTo(origin, facts),
    }),
  },
  part_refunded: {
    letter(facts: PartFacts, origin, zone) {
      const { reason, refundCents, refundCount, refundLines, transactionId } = facts;
      return {
        subject: `Refunded in part: ${orderInShort(facts)}, ${formatCents(refundCents)}`,
        paragraphs: [
          `We have refunded ${formatCents(refundCents)} to the card you paid with. Banks take some days to show it.`,
        ],
        details: [
          ['Reason', reason],
          ...refundLines.map(({ quantity: pieces, ...line }) => piecesRow({ ...line, pieces })),
          ...more(refundCount - refundLines.length),
          ['Refunded', formatCents(refundCents)],
          ...orderRows(facts, zone),
          ...numbered('Credit note', facts.creditNoteNumber, formatCreditNoteNumber),
          ['Transaction', transactionId],
        ],
        link: linkTo(origin, facts),
      };
    },
  },
  payment_refunded: {
    letter: ({ amountCents, reason, cause, orderNumber, transactionId }: PaymentFacts) => ({
      subject: `Payment refunded: ${formatCents(amountCents)}`,
      paragraphs: [
        `A payment of ${formatCents(amountCents)} paid for no order, so we have refunded it to the card it came from. Banks take some days to show it.`,
      ],
      details: [
        ['Reason', refundReason(reason, cause)],
        ...inOrder(orderNumber === null ? undefined : formatOrderNumber(orderNumber)),
        ['Transaction', transactionId],
      ],
    }),
  },
  dispute_changed: {
    letter(facts: DisputeFacts, origin, zone) {
      const { orderId, orderNumber, transactionId, amountCents, status, reason, dueAt } = facts;
      const { what, advice } = explainDispute(status);
      const order = orderId && orderNumber ? formatOrderNumber(orderNumber) : undefined;
      return {
        subject: `Dispute of ${formatCents(amountCents)}${order ? `, order ${order}` : ''}: ${reasonInWords(status)}`,
        paragraphs: [what, ...(advice ? [advice] : [])],
        details: [
          ['Disputed', formatCents(amountCents)],
          ['Reason', reasonInWords(reason)],
          ...(dueAt && advice ? [['Answer until', formatMoment(dueAt, zone)] as [string, string]] : []),
          ...inOrder(order),
          ['Transaction', transactionId],
        ],
        ...(orderId && { link: linkTo(origin, { orderId }) }),
      };
    },
  },
});

function inOrder(order: string | undefined): [string, string][] {
  return order ? [['Order', order]] : [];
}

/** By a line of a purchase that was paid: nobody can delete it. */
function linkTo(origin: string, facts: Pick<AboutOrder, 'companyId'> & { orderId: string }) {
  return { label: 'View the order', url: orderUrl(origin, `orders/${facts.orderId}`, facts) };
}
