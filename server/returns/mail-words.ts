import { formatCount } from '#contract/money.ts';
import { formatOrderNumber } from '#contract/order-number.ts';
import type { ReturnAnswer } from '#contract/returns.ts';
import { mailKinds } from '../letters/kinds.ts';

interface AnswerFacts {
  purchaseId: string;
  orderNumber: number;
  answer: ReturnAnswer['state'];
  /** What the shop wrote. */
  why: string | null;
  lines: { productName: string; pieces: number }[];
}

const WORDS: Record<ReturnAnswer['state'], [subject: string, paragraph: string]> = {
  accepted: [
    'Your return is accepted',
    'Please send these parts back to us. Put the number of the order into the parcel.',
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

export const returnMails = mailKinds({
  refund_declined: {
    letter: ({ purchaseId, orderNumber, why, lines }: DeclinedFacts, origin) => ({
      subject: `No refund for parts that came back: ${formatOrderNumber(orderNumber)}`,
      paragraphs: ['These parts came back to us. We do not refund them.'],
      details: [['Reason', why], ...lines.map(toDetail), ['Order', formatOrderNumber(orderNumber)]],
      link: { label: 'View the order', url: `${origin}/dashboard/purchases/${purchaseId}` },
    }),
  },
  return_answered: {
    letter({ purchaseId, orderNumber, answer, why, lines }: AnswerFacts, origin) {
      const [subject, paragraph] = WORDS[answer];
      const order = formatOrderNumber(orderNumber);
      return {
        subject: `${subject}: ${order}`,
        paragraphs: [paragraph],
        details: [
          ...(why ? [['Our answer', why] as [string, string]] : []),
          ...lines.map(toDetail),
          ['Order', order],
        ],
        link: { label: 'View the order', url: `${origin}/dashboard/purchases/${purchaseId}` },
      };
    },
  },
});

function toDetail({ productName, pieces }: AnswerFacts['lines'][number]): [string, string] {
  return [productName, `${formatCount(pieces)} pcs`];
}
