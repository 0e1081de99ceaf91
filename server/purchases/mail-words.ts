import { sql } from 'kysely';
import { formatInvoiceNumber } from '#contract/documents/schema.ts';
import { formatDay } from '#contract/kernel/days.ts';
import { countOf, formatCents, formatCount, formatPrice, fromMicros } from '#contract/kernel/money.ts';
import type { DetailChange } from '#contract/log/schema.ts';
import { toDetailChange } from '#contract/log/words.ts';
import {
  type AboutOrder,
  inOneLine,
  known,
  orderInShort,
  orderRows,
  orderUrl,
  partInShort,
} from '../ground/letters/about-order.ts';
import { type MailKind, mailKinds } from '../ground/letters/kinds.ts';
import { formatMoment, type Letter } from '../ground/letters/layout.ts';

/** A purchase as a mail describes it. */
export interface OrderFacts extends AboutOrder {
  purchaseId: string;
  /** Its first line, whose page a paid purchase keeps. */
  orderId: string;
  totalCents: number;
  /** How many lines it has, of which `lines` are the first. */
  lineCount: number;
  lines: {
    /** As the total, not in mails of versions before. */
    sku?: string | null;
    productName: string;
    quantity: number;
    unitPriceMicros: number;
    totalCents?: number;
    customerRef?: string | null;
    expectedOn?: string | null;
  }[];
}

/** The number of the invoice is not in mails of versions before. */
type PaidFacts = OrderFacts & { transactionId: string; invoiceNumber?: number | null };

/** `heldUntil` is ISO 8601; `isAsked`: it waits for an approval, and cannot be paid; `byShop`: staff have placed it for the buyer. */
type HeldFacts = OrderFacts & { heldUntil: string; isAsked?: boolean; byShop?: boolean };

/** Pieces of lines, before and then; 0 for a line that was taken out. */
type ChangedFacts = HeldFacts & { changes: { productName: string; from: number; to: number }[] };

/** Lines that a mail names of those that have changed. */
const LISTED = 20;

const toChange = ({ productName, from, to }: ChangedFacts['changes'][number]) =>
  to === 0 ? `${productName}: taken out` : `${productName}: ${formatCount(from)} → ${formatCount(to)} pcs`;

interface DetailsFacts extends AboutOrder {
  purchaseId: string;
  changes: DetailChange[];
}

export const purchaseMails = mailKinds({
  order_placed: unpaid<HeldFacts>('Order placed', (facts, zone) => ({
    subject: `Order placed: ${inShort(facts)}`,
    paragraphs: [
      `${facts.byShop ? 'The shop has placed this order for you, as you asked.' : 'Thank you for your order.'} Its parts are kept for you until ${formatMoment(facts.heldUntil, zone)}.`,
      facts.isAsked
        ? 'It waits for the approval of a colleague, and can be paid after it. You get a mail then.'
        : 'Pay by then. After that the stock is released; your order stays open, but availability is not guaranteed.',
    ],
  })),
  hold_ends: unpaid<HeldFacts>('Hold ends soon', (facts, zone) => ({
    subject: `Your hold ends soon: ${inShort(facts)}`,
    paragraphs: [
      `This order is not paid yet. Its parts are kept for you until ${formatMoment(facts.heldUntil, zone)}, then they go back on sale.`,
    ],
  })),
  hold_ended: unpaid<HeldFacts>('Hold has ended', (facts, zone) => ({
    subject: `Your hold has ended: ${inShort(facts)}`,
    paragraphs: [
      `This order was not ${facts.isAsked ? 'approved' : 'paid'} by ${formatMoment(facts.heldUntil, zone)}, so its parts are on sale again.`,
      facts.isAsked
        ? 'The order stays open: a colleague can still approve it as long as the parts are in stock, or you delete it.'
        : 'The order stays open: you can still pay for it as long as the parts are in stock, or delete it.',
    ],
  })),
  lines_changed: unpaid<ChangedFacts>('Order changed', (facts, zone) => ({
    subject: `Your order was changed: ${inShort(facts)}`,
    paragraphs: [
      facts.changes.length > 0
        ? `${facts.changes.slice(0, LISTED).map(toChange).join('; ')}${facts.changes.length > LISTED ? `; and ${countOf(facts.changes.length - LISTED, 'more line')}` : ''}.`
        : 'Its parts are kept for you again.',
      `The parts are kept for you until ${formatMoment(facts.heldUntil, zone)}. ${facts.isAsked ? 'The order waits for the approval of a colleague.' : 'Pay by then.'}`,
    ],
  })),
  message: {
    letter: ({ purchaseId, text, ...order }: MessageFacts, origin, zone) => ({
      subject: `About your order ${orderInShort(order)}`,
      paragraphs: text.split(/\n+/),
      details: orderRows(order, zone),
      link: { label: 'View the order', url: orderUrl(origin, `purchases/${purchaseId}`, order) },
    }),
  },
  cancel_refused: {
    letter: ({ purchaseId, text, ...order }: MessageFacts, origin, zone) => ({
      subject: `We could not cancel your order ${orderInShort(order)}`,
      paragraphs: ['You asked us to cancel this order. It goes on.'],
      details: [['Our answer', text], ...orderRows(order, zone)],
      link: { label: 'View the order', url: orderUrl(origin, `purchases/${purchaseId}`, order) },
    }),
  },
  details_changed: {
    letter: ({ purchaseId, changes, ...order }: DetailsFacts, origin, zone) => ({
      subject: `The details of your order ${orderInShort(order)} were changed`,
      paragraphs: ['This was changed at your order. Documents that were issued before keep what they say.'],
      details: [
        ...changes.map((change): [string, string] => ['Changed', inOneLine(toDetailChange(change))]),
        ...orderRows(order, zone),
      ],
      link: { label: 'View the order', url: orderUrl(origin, `purchases/${purchaseId}`, order) },
    }),
  },
  ship_to_changed: {
    letter: ({ purchaseId, before, after, ...order }: ShipToFacts, origin, zone) => ({
      subject: `The address of your order ${orderInShort(order)} was changed`,
      paragraphs: [
        'Where this order is shipped to was changed. If you did not ask for it, tell the shop before it is shipped.',
      ],
      details: [
        ['New address', inOneLine(after)],
        ['Address before', inOneLine(before)],
        ...orderRows(order, zone),
      ],
      link: { label: 'View the order', url: orderUrl(origin, `purchases/${purchaseId}`, order) },
    }),
  },
  order_paid: {
    letter: (facts: PaidFacts, origin, zone) => ({
      subject: `Paid: ${inShort(facts)}`,
      paragraphs: ['Payment received. We are preparing your order.'],
      details: [
        ...orderDetails(facts, zone),
        ...numbered('Invoice', facts.invoiceNumber, formatInvoiceNumber),
        ['Transaction', facts.transactionId],
      ],
      link: { label: 'View the order', url: orderUrl(origin, `purchases/${facts.purchaseId}`, facts) },
    }),
  },
});

/** Addresses are of several lines. */
interface ShipToFacts extends AboutOrder {
  purchaseId: string;
  before: string;
  after: string;
}

interface MessageFacts extends AboutOrder {
  purchaseId: string;
  text: string;
}

/** A mail about a purchase that waits for its payment. Anybody can place one with any address, and pay for none. */
function unpaid<Facts extends HeldFacts>(
  what: string,
  words: (facts: Facts, zone: string) => Pick<Letter, 'subject' | 'paragraphs'>,
): MailKind<Facts> {
  return {
    letter: (facts, origin, zone) => ({
      ...words(facts, zone),
      details: orderDetails(facts, zone),
      // By the purchase: its buyer may delete any one of its lines.
      link: facts.isAsked
        ? { label: 'View the order', url: orderUrl(origin, `purchases/${facts.purchaseId}`, facts) }
        : { label: 'Pay for this order', url: orderUrl(origin, `payment/${facts.purchaseId}`, facts) },
    }),
    joined: {
      toStranger: (facts): Facts => ({
        ...facts,
        poNumber: null,
        shipTo: '',
        shipToParts: null,
        billTo: null,
        lines: facts.lines.map((line) => ({ ...line, customerRef: null })),
      }),
      detail: (facts, zone) => [
        what,
        `${inShort(facts)} (kept until ${formatMoment(facts.heldUntil, zone)})`,
      ],
      letter: (details, origin) => ({
        subject: `News of ${details.length} orders`,
        paragraphs: [
          'This email address is not confirmed yet. That is why it gets few mails, and one tells of several orders.',
          'If you have placed no orders, somebody else opened an account with your email address. You need not do anything; to take the account over, ask for a new password on the login page.',
        ],
        details,
        link: { label: 'View the orders', url: `${origin}/dashboard` },
      }),
    },
    useless: sql`case
      when (select state from purchases where id = (facts ->> 'purchaseId')::uuid) = 'deleted'
        then 'The order was deleted before it could be sent.'
      when kind = 'hold_ends' and (facts ->> 'heldUntil')::timestamptz <= now()
        then 'The hold had ended before it could be sent.'
    end`,
  };
}

/** A purchase in a few words, for a subject. */
export function inShort(order: OrderFacts): string {
  const { lines, lineCount } = order;
  const [first] = lines;
  const what =
    lineCount === 1
      ? `${formatCount(first!.quantity)} × ${first!.productName}`
      : `${formatCount(lineCount)} products`;
  return `${orderInShort(order)}, ${what}`;
}

/** What was ordered, what it comes to, and where it goes. `zone` is that of the day on which it was placed. */
export function orderDetails(facts: OrderFacts, zone: string): [string, string][] {
  const { totalCents, lines, lineCount } = facts;
  return [
    ...lines.flatMap(lineCount === 1 ? lineDetails : lineInShort),
    ...more(lineCount - lines.length),
    ['Total', formatCents(totalCents)],
    ...orderRows(facts, zone),
  ];
}

/** The number of a document, where it is known. */
export function numbered(
  label: string,
  number: number | null | undefined,
  format: (number: number) => string,
): [string, string][] {
  return number ? [[label, format(number)]] : [];
}

/** Says how many lines there are besides those that are listed. */
export function more(count: number): [string, string][] {
  return count > 0 ? [['And', `${formatCount(count)} more`]] : [];
}

type Line = OrderFacts['lines'][number];

function lineDetails(line: Line): [string, string][] {
  const { sku, productName, quantity, unitPriceMicros, customerRef, expectedOn } = line;
  return [
    ['Product', productName],
    ...known('SKU', sku),
    ['Quantity', `${formatCount(quantity)} pcs`],
    ['Unit price', formatPrice(fromMicros(unitPriceMicros))],
    ...known('Your part number', customerRef),
    ...known('Expected', expectedOn && formatDay(expectedOn)),
  ];
}

function lineInShort(line: Line): [string, string][] {
  const { quantity, unitPriceMicros, totalCents, customerRef, expectedOn } = line;
  const pieces = `${formatCount(quantity)} pcs at ${formatPrice(fromMicros(unitPriceMicros))}`;
  const sum = totalCents === undefined ? pieces : `${pieces} = ${formatCents(totalCents)}`;
  const more = [
    ...(customerRef ? [`your part ${customerRef}`] : []),
    ...(expectedOn ? [`expected on ${formatDay(expectedOn)}`] : []),
  ];
  return [[partInShort(line), more.length > 0 ? `${sum} (${more.join(', ')})` : sum]];
}
