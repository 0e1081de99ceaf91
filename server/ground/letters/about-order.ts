import { addressLines } from '#contract/address-book/address-lines.ts';
import type { ShipTo } from '#contract/address-book/ship-to.ts';
import { formatCents, formatCount } from '#contract/kernel/money.ts';
import { formatOrderNumber } from '#contract/purchases/order-number.ts';
import { poPrefix } from '#contract/purchases/po-prefix.ts';
import { formatMoment } from './layout.ts';

/** Which order a mail is about. What may be missing is not in mails of versions before. */
export interface AboutOrder {
  orderNumber: number;
  poNumber?: string | null;
  /** ISO 8601. */
  placedAt?: string;
  /** Of several lines: the whole address, or what `shipToParts` has not of it. */
  shipTo?: string;
  shipToParts?: Omit<ShipTo, 'street' | 'phone'> | null;
  /** Where the buyer has chosen a billing address. */
  billTo?: ShipTo | null;
  /** The company that buys it; null for a person. */
  companyId?: string | null;
}

/** A part that a mail tells of, with the buyer's own number of it. */
export interface AboutPart {
  sku?: string | null;
  productName: string;
  customerRef?: string | null;
}

/** Pieces of a part that a mail tells of. */
export interface AboutPieces extends AboutPart {
  pieces: number;
}

/** An order in a subject, by the shop's number and the buyer's: 'NB-100234, PO 4711'. */
export function orderInShort({ orderNumber, poNumber }: AboutOrder): string {
  return `${formatOrderNumber(orderNumber)}${poNumber ? `, ${poPrefix(poNumber)}${poNumber}` : ''}`;
}

/** The rows of an order's numbers, and of its day and addresses where they are known. `zone` is that of the day. */
export function orderRows(
  { orderNumber, poNumber, placedAt, shipTo, shipToParts, billTo }: AboutOrder,
  zone: string,
): [string, string][] {
  return [
    ['Order', formatOrderNumber(orderNumber)],
    ...known('PO number', poNumber),
    ...known('Placed', placedAt && formatMoment(placedAt, zone)),
    ...known('Ship to', shipTo && inOneLine(wholeAddress(shipTo, shipToParts))),
    ...known('Invoice to', billTo && addressLines(billTo).join(', ')),
  ];
}

const wholeAddress = (shipTo: string, parts: AboutOrder['shipToParts']) =>
  parts ? addressLines({ ...parts, street: shipTo.split('\n'), phone: '' }).join('\n') : shipTo;

/** The address of a page of an order, such as 'purchases/…'. It names the company that buys it: the reader may buy for others, too. */
export const orderUrl = (origin: string, page: string, { companyId }: Pick<AboutOrder, 'companyId'>) =>
  `${origin}/dashboard/${page}${companyId ? `?buyer=${companyId}` : ''}`;

/** The row of some pieces of a part; `cents` is the money for them, where it is about that. */
export function piecesRow({
  pieces,
  customerRef,
  cents,
  ...part
}: AboutPieces & { cents?: number }): [string, string] {
  const sum = `${formatCount(pieces)} pcs${cents === undefined ? '' : `, ${formatCents(cents)}`}`;
  return [partInShort(part), customerRef ? `${sum} (your part ${customerRef})` : sum];
}

/** A part by its SKU, where it is known, and its name. */
export function partInShort({ sku, productName }: Pick<AboutPieces, 'sku' | 'productName'>): string {
  return sku ? `${sku}, ${productName}` : productName;
}

/** A detail, where it is known. */
export const known = (label: string, value: string | null | undefined): [string, string][] =>
  value ? [[label, value]] : [];

export const inOneLine = (address: string) => address.split(/[\r\n]+/).join(', ');
