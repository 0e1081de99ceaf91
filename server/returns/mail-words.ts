import type { ReturnAnswer } from '#contract/returns/schema.ts';
import { formatReturnNumber, type ReturnWish, WISH_WORDS } from '#contract/returns/states.ts';
import {
  type AboutOrder,
  type AboutPieces,
  orderInShort,
  orderRows,
  orderUrl,
  piecesRow,
} from '../ground/letters/about-order.ts';
import { mailKinds } from '../ground/letters/kinds.ts';

interface ReturnFacts extends AboutOrder {
  purchaseId: string;
  /** The return's number within its order, from 1; missing in old mails. */
  nth?: number;
  lines: AboutPieces[];
}

interface AskedFacts extends ReturnFacts {
  wish: ReturnWish | null;
}

interface AnswerFacts extends ReturnFacts {
  answer: ReturnAnswer['state'];
  /** What the shop wrote. */
  why: string | null;
}

const WORDS: Record<ReturnAnswer['state'], [subject: string, paragraph: string]> = {
  accepted: [
    'Your return is accepted',
    'Please send these parts back to us. Write the number of the return on the parcel.',
  ],
  declined: ['Your return is declined', 'We cannot take these parts back.'],
  closed: [
    'Your return is closed',
    'We do not expect anything more of these parts. Ask again if you still want to send some back.',
  ],
};

interface DeclinedFacts extends Omit<AnswerFacts, 'answer'> {
  why: string;
}

/** The number of a return as a row of a mail. */
const numberOf = ({ orderNumber, nth }: ReturnFacts): [string, string][] =>
  nth === undefined ? [] : [['Return (RMA)', formatReturnNumber(orderNumber, nth)]];

export const returnMails = mailKinds({
  return_asked: {
    letter(facts: AskedFacts, origin, zone) {
      const { purchaseId, wish, lines } = facts;
      return {
        subject: `We have your return: ${orderInShort(facts)}`,
        paragraphs: [
          'You want to send these parts back. Keep them until we answer by mail. Until then you can withdraw the return on the page of your order.',
        ],
        details: [
          ...numberOf(facts),
          ...(wish ? [['You want', WISH_WORDS[wish]] as [string, string]] : []),
          ...lines.map(piecesRow),
          ...orderRows(facts, zone),
        ],
        link: { label: 'View the order', url: orderUrl(origin, `purchases/${purchaseId}`, facts) },
      };
    },
  },
  refund_declined: {
    letter: ({ purchaseId, why, lines, ...order }: DeclinedFacts, origin, zone) => ({
      subject: `No refund for parts that came back: ${orderInShort(order)}`,
      paragraphs: ['These parts came back to us. We do not refund them.'],
      details: [['Reason', why], ...lines.map(piecesRow), ...orderRows(order, zone)],
      link: { label: 'View the order', url: orderUrl(origin, `purchases/${purchaseId}`, order) },
    }),
  },
  return_answered: {
    letter(facts: AnswerFacts, origin, zone) {
      const { purchaseId, answer, why, lines } = facts;
      const [subject, paragraph] = WORDS[answer];
      return {
        subject: `${subject}: ${orderInShort(facts)}`,
        paragraphs: [paragraph],
        details: [
          ...numberOf(facts),
          ...(why ? [['Our answer', why] as [string, string]] : []),
          ...lines.map(piecesRow),
          ...orderRows(facts, zone),
        ],
        link: { label: 'View the order', url: orderUrl(origin, `purchases/${purchaseId}`, facts) },
      };
    },
  },
});
