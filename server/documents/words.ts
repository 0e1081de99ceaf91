import { timeZone as ownTimeZone } from '#content/shop.ts';
import { addressLines } from '#contract/address-book/address-lines.ts';
import type { ShipTo } from '#contract/address-book/ship-to.ts';
import { formatCreditNoteNumber, formatInvoiceNumber } from '#contract/documents/schema.ts';
import { formatDay } from '#contract/kernel/days.ts';
import { countOf, formatCents, formatCount, formatPrice, fromMicros } from '#contract/kernel/money.ts';
import { formatOrderNumber } from '#contract/purchases/order-number.ts';
import type { DocumentFacts, LineFacts } from '../ground/database/tables/invoices.ts';
import { dayOf } from '../ground/days.ts';
import { known } from '../ground/letters/about-order.ts';
import { formatMoment } from '../ground/letters/layout.ts';
import type { Column, Labelled, Row, Wording } from '../ground/pdf/wording.ts';
import { toAddress } from '../purchases/delivery.ts';
import type { ConfirmationFacts, CreditNoteFacts, Invoiced, InvoiceFacts } from './queries.ts';
import type { Seller } from './seller.ts';

/** The columns of numbers of what is for money. */
const OF_MONEY: Column[] = [
  ['Quantity', 66],
  ['Unit price', 82],
  ['Amount', 78],
];

/** The day of a moment in words: of the seller's time zone when the document was issued, so that it stays the same for ever. */
export const dayWords = (moment: Date | string, { timeZone = ownTimeZone }: Pick<Seller, 'timeZone'>) =>
  formatDay(dayOf(new Date(moment), timeZone));

export function wordConfirmation({ purchase, state, heldUntil, seller }: ConfirmationFacts): Wording {
  const isPaid = state === 'paid' || state === 'refunded';
  // What is accepted is owed, paid or not.
  const isFirm = isPaid || state === 'accepted';
  const total = formatCents(purchase.totalCents);
  return {
    title: isFirm ? 'Order confirmation' : 'Order confirmation and pro-forma invoice',
    number: formatOrderNumber(purchase.number),
    seller,
    at: new Date(purchase.placedAt),
    ...(!isFirm && {
      notice:
        state === 'asked'
          ? 'Waiting for approval. Nothing is to pay until then.'
          : waiting(heldUntil, seller),
    }),
    parties: partiesOf(purchase),
    facts: [
      ['Order', formatOrderNumber(purchase.number)],
      ['Order date', dayWords(purchase.placedAt, seller)],
      ...buyersOwn(purchase),
      ...paymentOf(purchase, seller),
    ],
    columns: OF_MONEY,
    rows: purchase.lines.map(rowOf),
    sums: [
      ...counts(purchase.lines),
      ['Total', total],
      ...(isPaid ? paidOff(total) : [['Amount due (USD)', total] as Labelled]),
    ],
    notes: [...notesOf(purchase), ['Tax', seller.taxNote]],
  };
}

function waiting(heldUntil: Date | null, { timeZone = ownTimeZone }: Seller): string {
  return heldUntil
    ? `Not paid yet. The parts are held for you until ${formatMoment(heldUntil, timeZone)}. Pay by then: otherwise they go back on sale, and the order stays open.`
    : 'Not paid yet, and no parts are held for this order any more. It stays open: you can pay for it as long as the parts are in stock.';
}

export function wordInvoice({ number, issuedAt, seller, purchase }: InvoiceFacts): Wording {
  const total = formatCents(purchase.totalCents);
  return {
    title: 'Invoice',
    number: formatInvoiceNumber(number),
    seller,
    at: issuedAt,
    parties: partiesOf(purchase),
    facts: [
      ['Invoice', formatInvoiceNumber(number)],
      ['Invoice date', dayWords(issuedAt, seller)],
      ['Order', formatOrderNumber(purchase.number)],
      ['Order date', dayWords(purchase.placedAt, seller)],
      ...buyersOwn(purchase),
      ...paymentOf(purchase, seller),
    ],
    columns: OF_MONEY,
    rows: purchase.lines.map(rowOf),
    sums: [...counts(purchase.lines), ['Total', total], ...paidOff(total)],
    notes: [...notesOf(purchase), ['Tax', seller.taxNote]],
  };
}

export function wordCreditNote(facts: CreditNoteFacts): Wording {
  const { number, issuedAt, seller, cents, lines, reason, withdrawnAt, invoice } = facts;
  const { purchase } = invoice;
  const invoiceNumber = formatInvoiceNumber(invoice.number);
  const byNumber = new Map(purchase.lines.map((line) => [line.no, line]));
  const amount = formatCents(cents);
  return {
    title: 'Credit note',
    number: formatCreditNoteNumber(number),
    seller,
    at: issuedAt,
    ...(withdrawnAt && {
      notice: `Withdrawn on ${dayWords(withdrawnAt, seller)}: the bank has sent the money back, and it was not refunded again as this.`,
    }),
    parties: partiesOf(purchase),
    facts: [
      ['Credit note', formatCreditNoteNumber(number)],
      ['Date', dayWords(issuedAt, seller)],
      ['Invoice', invoiceNumber],
      ['Invoice date', dayWords(invoice.issuedAt, { timeZone: invoice.timeZone })],
      ['Order', formatOrderNumber(purchase.number)],
      ...buyersOwn(purchase),
    ],
    columns: OF_MONEY,
    rows: lines
      ? lines.map(({ no, quantity, cents }) =>
          rowOf({ ...byNumber.get(no)!, quantity, totalCents: cents, expectedOn: null }),
        )
      : [
          {
            no: '',
            name: `Refund of part of invoice ${invoiceNumber}`,
            details: [],
            cells: ['', '', amount],
          },
        ],
    sums: [
      ['Total of the invoice', formatCents(purchase.totalCents)],
      ['Credited (USD)', amount],
    ],
    notes: [
      ...known('Reason', reason),
      ['Refund', `${amount} to the card that paid the invoice. Banks take some days to show it.`],
      ['Tax', seller.taxNote],
    ],
  };
}

function partiesOf({ buyer, billTo, address, phone, shipTo }: DocumentFacts): Wording['parties'] {
  const { shippingAdd } = toAddress({ address, phone, shipTo: shipTo ?? undefined });
  return [
    { label: billTo ? 'Invoice to' : 'Buyer', lines: invoicedLines({ buyer, billTo, shipTo }) },
    { label: 'Deliver to', lines: [...shippingAdd.split('\n'), phone].filter((line) => line.trim() !== '') },
  ];
}

/** Whom an invoice names, as it prints them. */
export const invoicedLines = ({ buyer, billTo, shipTo }: Invoiced): string[] =>
  billTo ? billedLines(buyer, billTo) : buyerLines(buyer, shipTo);

/** Who buys. A company stands with its own address and tax number. */
export function buyerLines(buyer: DocumentFacts['buyer'], shipTo: DocumentFacts['shipTo']): string[] {
  const { name, email, address, taxId } = buyer;
  // Documents of earlier versions have the company in the delivery alone.
  const company = buyer.company ?? shipTo?.company;
  const own = address
    ? addressLines({ ...address, name: '', company: '' }).filter((line) => line !== '')
    : [];
  return [...(company ? [company] : []), ...own, ...(taxId ? [`Tax number: ${taxId}`] : []), name, email];
}

/** Whom an invoice is addressed to: the company, which buys and owes, or the person, by the billing address that was chosen. */
function billedLines(
  { name, email, company, address, taxId }: DocumentFacts['buyer'],
  billTo: ShipTo,
): string[] {
  // Of a person the company is that of the delivery.
  const owes = address && company ? [company] : [];
  const lines = addressLines({ ...billTo, company: billTo.company === owes[0] ? '' : billTo.company });
  const taxLines = taxId ? [`Tax number: ${taxId}`] : [];
  return [...owes, ...lines, ...taxLines, ...(name === billTo.name ? [] : [name]), email];
}

function buyersOwn({ poNumber, costCentre }: DocumentFacts): Labelled[] {
  return [...known('PO number', poNumber), ...known('Cost center', costCentre)];
}

function paymentOf({ paidAt, transactionId }: DocumentFacts, seller: Seller): Labelled[] {
  return paidAt && transactionId
    ? [
        ['Paid', `${dayWords(paidAt, seller)}, by card`],
        ['Transaction', transactionId],
      ]
    : [];
}

function paidOff(total: string): Labelled[] {
  return [
    ['Paid by card', total],
    ['Amount due (USD)', formatCents(0)],
  ];
}

function counts(lines: LineFacts[]): Labelled[] {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return [['Total items', inAll(lines.length, pieces)]];
}

/** How much it is: '2 lines, 200 pcs'. */
export function inAll(lines: number, pieces: number): string {
  return `${countOf(lines, 'line')}, ${formatCount(pieces)} pcs`;
}

function notesOf({ deliveryWish, note }: DocumentFacts): Labelled[] {
  return [...known('Delivery instructions', deliveryWish), ...known('Order notes', note)];
}

function rowOf(line: LineFacts): Row {
  const { no, name, quantity, unitPriceMicros, totalCents } = line;
  return {
    no: String(no),
    name,
    details: [...detailsOf(line), ...expectedOf(line)],
    cells: [formatCount(quantity), formatPrice(fromMicros(unitPriceMicros)), formatCents(totalCents)],
  };
}

/** By which numbers a part is known. */
export function detailsOf({
  sku,
  maker,
  mpn,
  customerRef,
  designators,
}: Pick<LineFacts, 'sku' | 'maker' | 'mpn' | 'customerRef' | 'designators'>): string[] {
  return [
    [`SKU ${sku}`, ...(mpn ? [`MPN ${mpn}`] : []), ...(maker ? [maker] : [])].join(' · '),
    ...(customerRef ? [`Your part number: ${customerRef}`] : []),
    ...(designators ? [`Reference designators: ${designators}`] : []),
  ];
}

function expectedOf({ expectedOn, expectedPieces, quantity }: LineFacts): string[] {
  if (!expectedOn) return [];
  const pieces = expectedPieces === quantity ? '' : `${formatCount(expectedPieces)} pcs `;
  return [`${pieces}expected on ${formatDay(expectedOn)}`.replace(/^e/, 'E')];
}
