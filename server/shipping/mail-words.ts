import { sql } from 'kysely';
import {
  type AboutOrder,
  type AboutPieces,
  known,
  orderInShort,
  orderRows,
  orderUrl,
  piecesRow,
} from '../ground/letters/about-order.ts';
import { mailKinds } from '../ground/letters/kinds.ts';

interface ShippedFacts extends AboutOrder {
  purchaseId: string;
  carrier: string | null;
  tracking: string | null;
  trackingUrl: string | null;
  /** Nothing else of the purchase is to be shipped. */
  isRest: boolean;
  lines: AboutPieces[];
}

/** What has become of a shipment since its mail. */
type ChangeFacts = Omit<ShippedFacts, 'isRest' | 'trackingUrl'>;

/** Rows of who carries a shipment, and by which number. */
function carriedBy({
  carrier,
  tracking,
  trackingUrl = null,
}: Pick<ShippedFacts, 'carrier' | 'tracking'> & { trackingUrl?: string | null }): [string, string][] {
  return [
    ...known('Carrier', carrier),
    ...known('Tracking number', tracking),
    ...known('Track shipment', trackingUrl),
  ];
}

const linkTo = (origin: string, facts: AboutOrder & { purchaseId: string }) => ({
  label: 'View the order',
  url: orderUrl(origin, `purchases/${facts.purchaseId}`, facts),
});

export const shippingMails = mailKinds({
  shipment_changed: {
    useless: sql`case when exists (
      select from shipments where shipments.id = (facts ->> 'shipmentId')::uuid
        and (carrier, tracking) is distinct from (facts ->> 'carrier', facts ->> 'tracking')
    ) then 'It was corrected again before it could be sent.' end`,
    letter: (facts: ChangeFacts & { trackingUrl: string | null }, origin, zone) => ({
      subject: `New tracking number: ${orderInShort(facts)}`,
      paragraphs: ['We have corrected how a shipment of your order is tracked.'],
      details: [...carriedBy(facts), ...facts.lines.map(piecesRow), ...orderRows(facts, zone)],
      link: linkTo(origin, facts),
    }),
  },
  shipment_cancelled: {
    letter: (facts: ChangeFacts & { why: string }, origin, zone) => ({
      subject: `Not shipped yet: ${orderInShort(facts)}`,
      paragraphs: [
        'We told you of a shipment that has not left. It is canceled. You get another email when these parts are on their way.',
      ],
      details: [
        ['Reason', facts.why],
        ...carriedBy(facts),
        ...facts.lines.map(piecesRow),
        ...orderRows(facts, zone),
      ],
      link: linkTo(origin, facts),
    }),
  },
  shipped: {
    letter: (facts: ShippedFacts, origin, zone) => ({
      subject: `${facts.isRest ? 'Shipped' : 'Shipped in part'}: ${orderInShort(facts)}`,
      paragraphs: [
        `These parts of your order are on their way${facts.carrier ? ` with ${facts.carrier}` : ''}.`,
        ...(facts.isRest ? [] : ['The others follow. You get an email for each shipment.']),
      ],
      details: [...facts.lines.map(piecesRow), ...carriedBy(facts), ...orderRows(facts, zone)],
      link: linkTo(origin, facts),
    }),
  },
});
