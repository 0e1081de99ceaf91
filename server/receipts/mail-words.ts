import { sql } from 'kysely';
import { formatDay } from '#contract/days.ts';
import { formatCount } from '#contract/money.ts';
import { formatOrderNumber } from '#contract/order-number.ts';
import { mailKinds } from '../letters/kinds.ts';

interface DateFacts {
  purchaseId: string;
  /** The first of the lines. */
  orderId: string;
  orderNumber: number;
  poNumber: string | null;
  /** The days, such as '2027-03-03'. */
  before: string;
  dueOn: string;
  /** Those that wait for the goods, with the pieces that have not arrived. */
  lines: { productName: string; pieces: number; customerRef: string | null }[];
}

export const receiptMails = mailKinds({
  receipt_date_changed: {
    letter: ({ orderId, orderNumber, poNumber, before, dueOn, lines }: DateFacts, origin) => ({
      subject: `New date for ${formatOrderNumber(orderNumber)}: ${formatDay(dueOn)}`,
      paragraphs: [
        `Parts of your order are now expected on ${formatDay(dueOn)}${dueOn < before ? ', earlier than planned' : ''}. The date before was ${formatDay(before)}.`,
        'You need not do anything: the pieces stay promised to you.',
      ],
      details: [
        ...lines.map(({ productName, pieces, customerRef }): [string, string] => [
          productName,
          `${formatCount(pieces)} pcs${customerRef ? ` (your part ${customerRef})` : ''}`,
        ]),
        ['New date', formatDay(dueOn)],
        ['Date before', formatDay(before)],
        ['Order', formatOrderNumber(orderNumber)],
        ...(poNumber ? [['PO number', poNumber] as [string, string]] : []),
      ],
      link: { label: 'View the order', url: `${origin}/dashboard/orders/${orderId}` },
    }),
    useless: sql`case
      when (select state from purchases where id = (facts ->> 'purchaseId')::uuid) in ('deleted', 'refunded')
        then 'The order was deleted or refunded before it could be sent.'
    end`,
  },
});
