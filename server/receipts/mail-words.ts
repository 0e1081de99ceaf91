import { sql } from 'kysely';
import { formatDay } from '#contract/kernel/days.ts';
import {
  type AboutOrder,
  type AboutPieces,
  orderInShort,
  orderRows,
  orderUrl,
  piecesRow,
} from '../ground/letters/about-order.ts';
import { mailKinds } from '../ground/letters/kinds.ts';

interface DateFacts extends AboutOrder {
  purchaseId: string;
  /** The first of the lines. */
  orderId: string;
  /** The days, such as '2027-03-03'. */
  before: string;
  dueOn: string;
  /** Those that wait for the goods, with the pieces that have not arrived. */
  lines: AboutPieces[];
}

export const receiptMails = mailKinds({
  receipt_date_changed: {
    letter: ({ orderId, before, dueOn, lines, ...order }: DateFacts, origin, zone) => ({
      subject: `New date for ${orderInShort(order)}: ${formatDay(dueOn)}`,
      paragraphs: [
        `Parts of your order are now expected on ${formatDay(dueOn)}${dueOn < before ? ', earlier than planned' : ''}. The date before was ${formatDay(before)}.`,
        'You need not do anything: the pieces stay promised to you.',
      ],
      details: [
        ...lines.map(piecesRow),
        ['New date', formatDay(dueOn)],
        ['Date before', formatDay(before)],
        ...orderRows(order, zone),
      ],
      link: { label: 'View the order', url: orderUrl(origin, `orders/${orderId}`, order) },
    }),
    useless: sql`case
      when (select state from purchases where id = (facts ->> 'purchaseId')::uuid) in ('deleted', 'refunded')
        then 'The order was deleted or refunded before it could be sent.'
    end`,
  },
});
