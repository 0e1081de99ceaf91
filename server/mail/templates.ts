import { formatCount, formatMoney, formatPrice, fromMicros, toDollars } from '#contract/money.ts';
import { formatOrderNumber } from '#contract/order-number.ts';
import { explainDispute, reasonInWords, refundReason } from '#contract/words/payments.ts';
import { type Letter, layOut, type RenderedMail } from './layout.ts';
import type { JoinedMail, Mail, OrderFacts } from './mails.ts';

/**
 * The words of a mail. `origin` is the shop's address, for links; a token stands behind the link's #, which browsers send
 * to no server. The buyer's name, address and phone are left out on purpose: they are whatever somebody typed, and an
 * account's address may be another person's.
 */
export function renderMail(mail: Mail, origin: string): RenderedMail {
  return layOut(toLetter(mail, origin));
}

const WHAT: Record<JoinedMail['kind'], string> = {
  order_placed: 'Order placed',
  hold_ends: 'Hold ends soon',
  hold_ended: 'Hold has ended',
};

/** The words of one mail that tells what several would have told, to an address that nobody has proven. */
export function renderJoined(mails: JoinedMail[], origin: string): RenderedMail {
  return layOut({
    subject: `News of ${mails.length === 1 ? 'your order' : `${mails.length} orders`}`,
    paragraphs: [
      'This address is not confirmed yet. That is why it gets few mails, and one tells of several orders.',
      'If you have placed no orders, somebody else opened an account with your address. You need not do anything; to take the account over, ask for a new password on the login page.',
    ],
    details: mails.map(({ kind, facts }) => [
      WHAT[kind],
      `${inShort(facts)} (kept until ${moment(facts.heldUntil)})`,
    ]),
    link: { label: 'View the orders', url: `${origin}/dashboard` },
  });
}

function toLetter(mail: Mail, origin: string): Letter {
  switch (mail.kind) {
    case 'order_placed':
      return {
        subject: `Order placed: ${inShort(mail.facts)}`,
        paragraphs: [
          `Thank you for your order. Its parts are kept for you until ${moment(mail.facts.heldUntil)}.`,
          'Pay by then. Otherwise the parts go back on sale, and the order stays open.',
        ],
        details: orderDetails(mail.facts),
        link: payLink(mail.facts, origin),
      };
    case 'order_paid':
      return {
        subject: `Paid: ${inShort(mail.facts)}`,
        paragraphs: ['Thank you. Your payment has arrived, and the parts are yours.'],
        details: [...orderDetails(mail.facts), ['Transaction', mail.facts.transactionId]],
        link: { label: 'View the receipt', url: `${orderUrl(mail.facts, origin)}/receipt` },
      };
    case 'hold_ends':
      return {
        subject: `Your hold ends soon: ${inShort(mail.facts)}`,
        paragraphs: [
          `This order is not paid yet. Its parts are kept for you until ${moment(mail.facts.heldUntil)}, then they go back on sale.`,
        ],
        details: orderDetails(mail.facts),
        link: payLink(mail.facts, origin),
      };
    case 'hold_ended':
      return {
        subject: `Your hold has ended: ${inShort(mail.facts)}`,
        paragraphs: [
          `This order was not paid by ${moment(mail.facts.heldUntil)}, so its parts are on sale again.`,
          'The order stays open: you can still pay for it as long as the parts are in stock, or delete it.',
        ],
        details: orderDetails(mail.facts),
        link: payLink(mail.facts, origin),
      };
    case 'order_refunded':
      return {
        subject: `Refunded: ${inShort(mail.facts)}`,
        paragraphs: [
          `All ${money(mail.facts.totalCents)} of this order have gone back to the card you paid with. Banks take some days to show it.`,
        ],
        details: [
          ['Reason', refundReason(mail.facts.reason, mail.facts.cause)],
          ...orderDetails(mail.facts),
          ['Transaction', mail.facts.transactionId],
        ],
        link: { label: 'View the order', url: orderUrl(mail.facts, origin) },
      };
    case 'part_refunded': {
      const { orderNumber, reason, refundCents, refundCount, refundLines, transactionId } = mail.facts;
      const order = formatOrderNumber(orderNumber);
      return {
        subject: `Refunded in part: ${order}, ${money(refundCents)}`,
        paragraphs: [
          `We have given ${money(refundCents)} back to the card you paid with. Banks take some days to show it.`,
        ],
        details: [
          ['Reason', reason],
          ...refundLines.map((line): [string, string] => [
            line.productName,
            `${pieces(line)} pcs, ${money(line.cents)}`,
          ]),
          ...more(refundCount - refundLines.length),
          ['Refunded', money(refundCents)],
          ['Order', order],
          ['Transaction', transactionId],
        ],
        link: { label: 'View the order', url: orderUrl(mail.facts, origin) },
      };
    }
    case 'payment_refunded':
      return {
        subject: `Payment given back: ${money(mail.facts.amountCents)}`,
        paragraphs: [
          `A payment of ${money(mail.facts.amountCents)} paid for no order, so we have given it back to the card it came from. Banks take some days to show it.`,
        ],
        details: [
          ['Reason', refundReason(mail.facts.reason, mail.facts.cause)],
          ...(mail.facts.orderNumber
            ? [['Order', formatOrderNumber(mail.facts.orderNumber)] as [string, string]]
            : []),
          ['Transaction', mail.facts.transactionId],
        ],
      };
    case 'dispute_changed': {
      const { orderId, orderNumber, transactionId, amountCents, status, reason, dueAt } = mail.facts;
      const { what, advice } = explainDispute(status);
      const order = orderId && orderNumber ? formatOrderNumber(orderNumber) : undefined;
      return {
        subject: `Dispute of ${money(amountCents)}${order ? `, order ${order}` : ''}: ${status.replaceAll('_', ' ')}`,
        paragraphs: [what, ...(advice ? [advice] : [])],
        details: [
          ['Disputed', money(amountCents)],
          ['Reason', reasonInWords(reason)],
          ...(dueAt && advice ? [['Answer until', moment(dueAt)] as [string, string]] : []),
          ...(order ? [['Order', order] as [string, string]] : []),
          ['Transaction', transactionId],
        ],
        ...(orderId && { link: { label: 'View the order', url: orderUrl({ orderId }, origin) } }),
      };
    }
    case 'verify_address':
      return {
        subject: 'Confirm your email address',
        paragraphs: [
          'Somebody opened an account with this address. If it was you, confirm that it is yours, signed in to that account.',
          'If it was not you, do nothing. To take the account over, ask for a new password on the login page.',
        ],
        details: [linkEnds(mail.facts)],
        link: { label: 'Confirm this address', url: `${origin}/verify-email#${mail.facts.token}` },
      };
    case 'reset_password':
      return {
        subject: 'Set a new password',
        paragraphs: [
          'Somebody asked for a new password for the account with this address. If it was you, set it now. It signs you out everywhere.',
          'If it was not you, do nothing: the password stays as it is.',
        ],
        details: [linkEnds(mail.facts)],
        link: { label: 'Set a new password', url: `${origin}/reset-password#${mail.facts.token}` },
      };
    case 'password_changed':
      return {
        subject: 'Your password was changed',
        paragraphs: [
          'The password of your account was changed, and everybody who was signed in to it has been signed out.',
          'If it was not you, ask for a new password at once. Setting it ends your current password and signs everybody out.',
        ],
        details: [['Changed', moment(mail.facts.at)]],
        link: { label: 'Ask for a new password', url: `${origin}/forgot-password` },
      };
  }
}

function inShort({ orderNumber, lines, lineCount }: OrderFacts): string {
  const [first] = lines;
  const what =
    lineCount === 1 ? `${pieces(first!)} × ${first!.productName}` : `${formatCount(lineCount)} products`;
  return `${formatOrderNumber(orderNumber)}, ${what}`;
}

function orderDetails({ orderNumber, totalCents, lines, lineCount }: OrderFacts): [string, string][] {
  const rest = lineCount - lines.length;
  return [
    ...(lineCount === 1 ? lines.flatMap(lineDetails) : lines.map(lineInShort)),
    ...more(rest),
    ['Total', money(totalCents)],
    ['Order', formatOrderNumber(orderNumber)],
  ];
}

function more(count: number): [string, string][] {
  return count > 0 ? [['And', `${formatCount(count)} more`]] : [];
}

type Line = OrderFacts['lines'][number];

function lineDetails(line: Line): [string, string][] {
  return [
    ['Product', line.productName],
    ['Quantity', `${pieces(line)} pcs`],
    ['Unit price', formatPrice(fromMicros(line.unitPriceMicros))],
  ];
}

function lineInShort(line: Line): [string, string] {
  return [line.productName, `${pieces(line)} pcs at ${formatPrice(fromMicros(line.unitPriceMicros))}`];
}

function pieces({ quantity }: Pick<Line, 'quantity'>): string {
  return formatCount(quantity);
}

function linkEnds({ expiresAt }: { expiresAt: string }): [string, string] {
  return ['The link is good until', moment(expiresAt)];
}

function payLink({ orderId }: OrderFacts, origin: string) {
  return { label: 'Pay for this order', url: `${origin}/dashboard/payment/${orderId}` };
}

function orderUrl({ orderId }: Pick<OrderFacts, 'orderId'>, origin: string): string {
  return `${origin}/dashboard/orders/${orderId}`;
}

function money(cents: number): string {
  return formatMoney(toDollars(cents));
}

const momentFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** The reader's time zone is not known here, so it is said which one it is. */
function moment(iso: string): string {
  return `${momentFormat.format(new Date(iso)).replaceAll('\u202f', ' ')} UTC`;
}
