import { formatCount } from '#contract/money.ts';
import { formatOrderNumber } from '#contract/order-number.ts';
import { mailKinds } from '../letters/kinds.ts';
import { poInShort } from '../purchases/mail-words.ts';

interface ShippedFacts {
  purchaseId: string;
  orderNumber: number;
  poNumber: string | null;
  carrier: string | null;
  tracking: string | null;
  trackingUrl: string | null;
  /** Nothing else of the purchase is to be shipped. */
  isRest: boolean;
  lines: {
    /** Not in mails of versions before. */
    sku?: string;
    productName: string;
    pieces: number;
    customerRef: string | null;
  }[];
}

/** What has become of a shipment since its mail. */
interface ChangeFacts extends Pick<ShippedFacts, 'purchaseId' | 'orderNumber' | 'carrier' | 'tracking'> {
  lines: { productName: string; pieces: number }[];
}

/** Rows of who carries a shipment, and by which number. */
function carriedBy({
  carrier,
  tracking,
  trackingUrl = null,
}: Pick<ShippedFacts, 'carrier' | 'tracking'> & { trackingUrl?: string | null }): [string, string][] {
  const rows = [
    ['Carrier', carrier] as const,
    ['Tracking number', tracking] as const,
    ['Track shipment', trackingUrl] as const,
  ];
  return rows.flatMap(([label, text]): [string, string][] => (text ? [[label, text]] : []));
}

const toDetail = ({ productName, pieces }: ChangeFacts['lines'][number]): [string, string] => [
  productName,
  `${formatCount(pieces)} pcs`,
];

const linkTo = (origin: string, purchaseId: string) => ({
  ...{ label: 'View the order', url: `${origin}/dashboard/purchases/${purchaseId}` },
});

export const shippingMails = mailKinds({
  shipment_changed: {
    letter(facts: ChangeFacts & { trackingUrl: string | null }, origin) {
      const order = formatOrderNumber(facts.orderNumber);
      return {
        subject: `New tracking number: ${order}`,
        paragraphs: ['We have corrected how a shipment of your order is tracked.'],
        details: [...carriedBy(facts), ...facts.lines.map(toDetail), ['Order', order]],
        link: linkTo(origin, facts.purchaseId),
      };
    },
  },
  shipment_cancelled: {
    letter(facts: ChangeFacts & { why: string }, origin) {
      const order = formatOrderNumber(facts.orderNumber);
      return {
        subject: `Not shipped yet: ${order}`,
        paragraphs: [
          'We told you of a shipment that has not left. It is canceled. You get another email when these parts are on their way.',
        ],
        details: [['Reason', facts.why], ...carriedBy(facts), ...facts.lines.map(toDetail), ['Order', order]],
        link: linkTo(origin, facts.purchaseId),
      };
    },
  },
  shipped: {
    letter(
      { purchaseId, orderNumber, poNumber, carrier, tracking, trackingUrl, isRest, lines }: ShippedFacts,
      origin,
    ) {
      const order = formatOrderNumber(orderNumber);
      return {
        subject: `${isRest ? 'Shipped' : 'Shipped in part'}: ${order}${poInShort(poNumber)}`,
        paragraphs: [
          `These parts of your order are on their way${carrier ? ` with ${carrier}` : ''}.`,
          ...(isRest ? [] : ['The others follow. You get a mail for each shipment.']),
        ],
        details: [
          ...lines.map(({ sku, productName, pieces, customerRef }): [string, string] => [
            sku ? `${sku}, ${productName}` : productName,
            `${formatCount(pieces)} pcs${customerRef ? ` (your part ${customerRef})` : ''}`,
          ]),
          ...carriedBy({ carrier, tracking, trackingUrl }),
          ['Order', order],
          ...(poNumber ? [['PO number', poNumber] as [string, string]] : []),
        ],
        link: linkTo(origin, purchaseId),
      };
    },
  },
});
