import { formatCount } from '#contract/kernel/money.ts';
import { formatOrderNumber } from '#contract/purchases/order-number.ts';
import { known } from '../ground/letters/about-order.ts';
import type { LabelWording } from '../ground/pdf/label.ts';
import type { Labelled, Row, Wording } from '../ground/pdf/wording.ts';
import { toAddress } from '../purchases/delivery.ts';
import type { ShipmentFacts, ShippedLine } from './shipments.ts';
import { buyerLines, dayWords, detailsOf, inAll } from './words.ts';

/** What lies in a parcel, for who opens it: without prices. */
export function wordPackingSlip(facts: ShipmentFacts): Wording {
  const { number, nth, seller, lines, following, buyer, shipTo, phone } = facts;
  const pieces = lines.reduce((sum, { shipped }) => sum + shipped, 0);
  return {
    title: facts.cancelledAt ? 'Packing slip: canceled' : 'Packing slip',
    number: `${formatOrderNumber(number)}, shipment ${nth}`,
    // Who gets the goods pays no bill.
    seller: { ...seller, bank: [] },
    at: new Date(facts.shippedAt),
    parties: [
      { label: 'Deliver to', lines: [...linesOf(facts), phone].filter((line) => line.trim() !== '') },
      { label: 'Buyer', lines: buyerLines(buyer, shipTo) },
    ],
    facts: [
      ['Order', formatOrderNumber(number)],
      ['Order date', dayWords(facts.placedAt, seller)],
      ...known('PO number', facts.poNumber),
      ...known('Cost center', facts.costCentre),
      ['Shipment', formatCount(nth)],
      [facts.cancelledAt ? 'Made' : 'Shipped', dayWords(facts.shippedAt, seller)],
      ...known('Canceled', facts.cancelledAt && dayWords(facts.cancelledAt, seller)),
      ...carriedBy(facts),
    ],
    columns: [
      ['Ordered', 62],
      ['In this shipment', 82],
      ['To follow', 62],
    ],
    rows: lines.map(rowOf),
    sums: [['In this shipment', inAll(lines.length, pieces)]],
    notes: [
      ...known('Delivery instructions', facts.deliveryWish),
      following > 0
        ? ['To follow', `${formatCount(following)} pcs of this order come in another shipment.`]
        : ['To follow', 'Nothing: the order is complete.'],
    ],
  };
}

/** Where a parcel goes, and by which of the buyer's own numbers its parts are known. */
export function wordLabel(facts: ShipmentFacts): LabelWording {
  const { number, nth, seller, phone, lines } = facts;
  return {
    title: `Address label ${formatOrderNumber(number)}, shipment ${nth}`,
    seller,
    at: new Date(facts.shippedAt),
    to: linesOf(facts),
    phone,
    facts: [
      ['Order', formatOrderNumber(number)],
      ['Shipment', facts.cancelledAt ? `${formatCount(nth)}, canceled` : formatCount(nth)],
      ...known('PO number', facts.poNumber),
      ...known('Your parts', ownNumbersOf(lines)),
      ...carriedBy(facts),
    ],
  };
}

/** Characters of the buyer's own numbers for which a label has room. */
const ROOM_OF_NUMBERS = 90;

/** Returns the buyer's own numbers of parts, as many as a label has room for, and how many more there are. */
function ownNumbersOf(lines: readonly ShippedLine[]): string {
  const [first = '', ...others] = new Set(lines.flatMap(({ customerRef }) => customerRef ?? []));
  let text = first;
  for (const [nth, number] of others.entries()) {
    if (`${text}, ${number}`.length > ROOM_OF_NUMBERS)
      return `${text} and ${formatCount(others.length - nth)} more`;
    text = `${text}, ${number}`;
  }
  return text;
}

function linesOf({ address, phone, shipTo }: ShipmentFacts): string[] {
  const { shippingAdd } = toAddress({ address, phone, shipTo: shipTo ?? undefined });
  return shippingAdd.split('\n').filter((line) => line.trim() !== '');
}

function carriedBy({ carrier, tracking }: ShipmentFacts): Labelled[] {
  return [...known('Carrier', carrier), ...known('Tracking', tracking)];
}

function rowOf(line: ShippedLine): Row {
  const { no, name, ordered, shipped, following } = line;
  return {
    no: String(no),
    name,
    details: detailsOf(line),
    cells: [ordered, shipped, following].map(formatCount),
  };
}
