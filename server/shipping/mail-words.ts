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

export const shippingMails = mailKinds({
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
          ...(carrier ? [['Carrier', carrier] as [string, string]] : []),
          ...(tracking ? [['Tracking number', tracking] as [string, string]] : []),
          ...(trackingUrl ? [['Track shipment', trackingUrl] as [string, string]] : []),
          ['Order', order],
          ...(poNumber ? [['PO number', poNumber] as [string, string]] : []),
        ],
        link: { label: 'View the order', url: `${origin}/dashboard/purchases/${purchaseId}` },
      };
    },
  },
});
