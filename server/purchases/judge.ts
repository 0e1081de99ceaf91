import { type Owing, refuseBuyer } from '#contract/kernel/allowance.ts';
import { CARD_LIMIT_CENTS, CARD_MINIMUM, lineCents, toCents, toMicros } from '#contract/kernel/money.ts';
import { unitPrice } from '#contract/kernel/price.ts';
import { chooseOffer, type Offer, type PriceSource } from '#contract/price-lists/offer.ts';
import { firstOf } from '#contract/products/minimum.ts';
import { refuseLine } from '#contract/products/quantity.ts';
import { poKey } from '#contract/purchases/po-number.ts';
import { totalOf } from './amounts.ts';
import { refuseKept } from './buyers.ts';
import { type Allowed, judgeCompany, type Used } from './judge-company.ts';
import { type Asker, type Locked, receiptKey } from './lock.ts';
import type {
  LineRefusal,
  PriceChange,
  PurchaseRequest,
  PurchaseTerms,
  RequestedLine,
  Verdict,
} from './request.ts';
import type { LockedProduct, LockedReceipt } from './stock-rows.ts';

/** What is decided of a request: its verdict, before anything is written. */
export type Judgement =
  | Exclude<Verdict, { verdict: 'repeat' | 'key_reused' | 'placed' }>
  | { verdict: 'repeat' | 'key_reused'; earlier: Earlier }
  | {
      verdict: 'placed';
      asker: Asker;
      cents: number;
      lines: AcceptedLine[];
      /** Of a company. */
      company: Allowed | undefined;
    };

/** The request that used the same Idempotency-Key: its answer, or which one of these requests it is. */
type Earlier = NonNullable<Asker['earlier']> | { requestHash: string; nth: number };

export interface AcceptedLine {
  product: LockedProduct;
  /** The expected goods that all of its pieces are promised from; undefined when they are taken from stock. */
  receipt: LockedReceipt | undefined;
  quantity: number;
  unitPriceMicros: number;
  priceSource: PriceSource;
  cents: number;
  /** What was in stock when its turn came. */
  available: number;
}

/**
 * Decides on purchases, one after the other: each whole or not at all, from what those before it have left of the stock, of expected
 * goods and of what their buyers may leave unpaid. All lines that are to blame are named. Changes nothing that it is given.
 */
export function judgePurchases(
  requests: PurchaseRequest[],
  locked: Locked,
  terms: PurchaseTerms,
): Judgement[] {
  const left = leftOf(locked.products.values(), locked.receipts.values());
  const buyers = new Map<string, Owing>();
  const keys = new Map<string, Earlier>();
  const used: Used = new Map();
  const pos = new Set<string>();
  return requests.map((request, nth): Judgement => {
    const asker = locked.askers[nth];
    if (!asker) return { verdict: request.onBehalf ? 'no_contact' : 'unauthenticated' };
    const { attempt } = request;
    const attempted = attempt && `${attempt.userId} ${attempt.call} ${attempt.key}`;
    const requestHash = attempt?.requestHash.toString('hex');
    const earlier = attempted === undefined ? undefined : (asker.earlier ?? keys.get(attempted));
    // guard: server/purchases/judge.test.ts
    if (earlier) return { verdict: earlier.requestHash === requestHash ? 'repeat' : 'key_reused', earlier };
    const kept = refuseKept(asker);
    // guard: server/accounts/people.test.ts
    if (kept) return kept;
    if (request.facts?.billTo && !asker.isBillable) return { verdict: 'no_bill_to' };
    const judged = request.lines.map((line) => judgeLine(line, asker.buyerId, locked, terms));
    const refused = refuseLines(judged, left);
    const cents = totalOf(judged, { charges: [] }).grossCents;
    if (refused.length > 0) {
      const isOnlyPrices = refused.every(({ verdict }) => verdict === 'price_changed');
      return { verdict: 'refused', lines: refused, ...(isOnlyPrices && { cents }) };
    }
    // guard: server/purchases/judge.test.ts
    if (request.expectedCents !== undefined && request.expectedCents !== cents)
      return { verdict: 'total_changed', lines: judged.flatMap(toPriceChange), cents };
    if (isTooLow(cents)) return { verdict: 'total_too_low' };
    const buyer = buyers.get(asker.buyerId) ?? { ...asker };
    const why = refuseBuyer(buyer, cents, terms);
    if (why) return { verdict: why };
    const company = asker.company && judgeCompany(asker.company, toOrder(request, asker, cents, pos), used);
    if (company && company.verdict !== 'allowed') return company;
    if (request.facts?.poNumber) pos.add(poOf(request, asker));
    buyers.set(asker.buyerId, {
      ...buyer,
      unpaidOrders: buyer.unpaidOrders + 1,
      heldCents: buyer.heldCents + cents,
    });
    if (attempted !== undefined) keys.set(attempted, { requestHash: requestHash!, nth });
    return { verdict: 'placed', asker, cents, lines: judged.map((line) => take(line, left)), company };
  });
}

/** Whether an order comes to less than a card pays, as by a price list with low prices: it would hold its pieces, and could not be paid. */
export const isTooLow = (cents: number) => cents < toCents(CARD_MINIMUM);

/** What the rules of a company look at. `pos` are the PO numbers of those placed before it. */
function toOrder(request: PurchaseRequest, asker: Asker, cents: number, pos: ReadonlySet<string>) {
  const { poNumber, costCentre } = request.facts ?? {};
  return { cents, poNumber, costCentre, isPoUsed: pos.has(poOf(request, asker)) };
}

/** Names a buyer's PO number, however it is written. */
const poOf = ({ facts }: PurchaseRequest, { buyerId }: Asker) => `${buyerId} ${poKey(facts?.poNumber ?? '')}`;

/** What is left of each source: of a product's stock, or of what is expected on a day. */
export type Left = Map<string, number>;

/** Returns what is left of locked rows. */
export function leftOf(products: Iterable<LockedProduct>, receipts: Iterable<LockedReceipt>): Left {
  const left: Left = new Map();
  for (const { id, available } of products) left.set(id, available);
  for (const { id, quantity, promised } of receipts) left.set(id, quantity - promised);
  return left;
}

/** A line beside the rows that it is about, which may be missing. */
interface JudgedLine {
  line: RequestedLine;
  product: LockedProduct | undefined;
  receipt: LockedReceipt | undefined;
  /** Which of `Left` it takes its pieces from. */
  source: string | undefined;
  priceSource: PriceSource;
  unitPriceMicros: number;
  cents: number;
  least: number;
  /** What is wrong with it, whatever else is ordered. */
  fault: 'gone' | 'not_expected' | 'price_changed' | undefined;
}

function judgeLine(
  line: RequestedLine,
  buyerId: string,
  { products, receipts, lists }: Locked,
  { smallestOrder }: PurchaseTerms,
): JudgedLine {
  const { productId, quantity, receiptDate } = line;
  const product = productId === undefined ? undefined : products.get(productId);
  if (!product || product.isRemoved)
    return {
      line,
      product,
      receipt: undefined,
      source: undefined,
      priceSource: { kind: 'list' },
      unitPriceMicros: 0,
      cents: 0,
      least: 1,
      fault: 'gone',
    };
  const receipt = receiptDate === undefined ? undefined : receipts.get(receiptKey(product.id, receiptDate));
  const offer = chooseOffer(product.id, product, lists.get(buyerId) ?? []);
  const unitPriceMicros = toMicros(unitPrice(offer, quantity));
  const least = leastOf(product, smallestOrder);
  return {
    line,
    product,
    receipt,
    unitPriceMicros,
    priceSource: offer.source,
    least,
    source: receiptDate === undefined ? product.id : receipt?.id,
    cents: lineCents(unitPriceMicros, quantity),
    fault: faultOf(line, offer, receipt, unitPriceMicros),
  };
}

/** The smallest quantity of a product. */
export function leastOf({ minOrder, multiple }: LockedProduct, smallestOrder: number): number {
  return firstOf(Math.max(minOrder, smallestOrder), { multiple });
}

function faultOf(
  { receiptDate, unitPriceMicros: seen }: RequestedLine,
  offer: Offer,
  receipt: LockedReceipt | undefined,
  unitPriceMicros: number,
): JudgedLine['fault'] {
  if (receiptDate !== undefined && !receipt) return 'not_expected';
  // Clients of the specification send the price of the minimum, others that of the quantity.
  // guard: server/orders/orders.test.ts
  if (seen !== undefined && seen !== unitPriceMicros && seen !== toMicros(offer.price))
    return 'price_changed';
  return undefined;
}

/**
 * Names the lines of a purchase that are to blame, and the numbers that say so. One after the other gets what the lines before it
 * have left; a line that is refused takes nothing, so no other is refused for it.
 */
function refuseLines(lines: JudgedLine[], left: Left): LineRefusal[] {
  const taken: Left = new Map();
  let leftCents = CARD_LIMIT_CENTS;
  return lines.flatMap((judged, index) => {
    const { line, product, source, cents, least, unitPriceMicros } = judged;
    const before = taken.get(source!) ?? 0;
    const available = (left.get(source!) ?? 0) - before;
    const multiple = product?.multiple ?? 1;
    const verdict =
      judged.fault ?? refuseLine(line.quantity, { least, multiple, available, cents, leftCents });
    if (verdict) {
      const numbers = { unitPriceMicros, dueOn: line.receiptDate, least, multiple, available, leftCents };
      return [toRefusal(index + 1, verdict, numbers)];
    }
    taken.set(source!, before + line.quantity);
    leftCents -= cents;
    return [];
  });
}

/** Returns why a line, counted from 1, is refused, with those of the numbers that say so. */
export function toRefusal(
  line: number,
  verdict: LineRefusal['verdict'],
  numbers: {
    unitPriceMicros: number;
    dueOn?: string | undefined;
    least: number;
    multiple: number;
    available: number;
    leftCents: number;
  },
): LineRefusal {
  const { unitPriceMicros, least, multiple, available, leftCents } = numbers;
  switch (verdict) {
    case 'price_changed':
      return { line, verdict, unitPriceMicros };
    case 'not_expected':
      return { line, verdict, dueOn: numbers.dueOn! };
    case 'too_few':
      return { line, verdict, least };
    case 'not_multiple':
      return { line, verdict, least, multiple, available };
    case 'too_many':
      return { line, verdict, available };
    case 'over_card_limit':
      return { line, verdict, leftCents };
    default:
      return { line, verdict };
  }
}

function toPriceChange({ line, unitPriceMicros }: JudgedLine, index: number): PriceChange[] {
  const { unitPriceMicros: seen } = line;
  const isSeen = seen === undefined || seen === unitPriceMicros;
  return isSeen ? [] : [{ line: index + 1, verdict: 'price_changed', unitPriceMicros }];
}

/** Takes the pieces of a line from what is left. */
function take(
  { line, product, receipt, source, unitPriceMicros, priceSource, cents }: JudgedLine,
  left: Left,
): AcceptedLine {
  const available = left.get(product!.id)!;
  left.set(source!, left.get(source!)! - line.quantity);
  return {
    product: product!,
    receipt,
    quantity: line.quantity,
    unitPriceMicros,
    priceSource,
    cents,
    available,
  };
}
