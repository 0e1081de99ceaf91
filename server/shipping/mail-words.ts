import { formatCount } from '#contract/money.ts';
import { formatOrderNumber } from '#contract/order-number.ts';
import { mailKinds } from '../letters/kinds.ts';

interface ShippedFacts {
  purchaseId: string;
  orderNumber: number;
  poNumber: string | null;
  carrier: string | null;
  tracking: string | null;
  trackingUrl: string | null;
  /** Nothing else of the purchase is to be shipped. */
  isRest: boolean;
  lines: { productName: string; pieces: number; customerRef: string | null }[];
}

export const shippingMails = mailKinds({
  shipped: {
    letter(
      { purchaseId, orderNumber, poNumber, carrier, tracking, trackingUrl, isRest, lines }: ShippedFacts,
      origin,
    ) {
      const order = formatOrderNumber(orderNumber);
      return {
        subject: `${isRest ? 'Shipped' : 'Shipped in part'}: ${order}`,
        paragraphs: [
          `These parts of your order are on their way${carrier ? ` with ${carrier}` : ''}.`,
          ...(isRest ? [] : ['The others follow. You get a mail for each shipment.']),
        ],
        details: [
          ...lines.map(({ productName, pieces, customerRef }): [string, string] => [
            productName,
            `${formatCount(pieces)} pcs${customerRef ? ` (your part ${customerRef})` : ''}`,
          ]),
          ...(carrier ? [['Carrier', carrier] as [string, string]] : []),
          ...(tracking ? [['Tracking number', tracking] as [string, string]] : []),
          ...(trackingUrl ? [['Where it is', trackingUrl] as [string, string]] : []),
          ['Order', order],
          ...(poNumber ? [['PO number', poNumber] as [string, string]] : []),
        ],
        link: { label: 'View the order', url: `${origin}/dashboard/purchases/${purchaseId}` },
      };
    },
  },
});
