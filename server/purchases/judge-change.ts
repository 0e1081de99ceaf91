import { mayHold } from '#contract/kernel/allowance.ts';
import { CARD_LIMIT_CENTS, lineCents, toMicros } from '#contract/kernel/money.ts';
import { unitPrice } from '#contract/kernel/price.ts';
import { type BuyerList, chooseOffer, type PriceSource } from '#contract/price-lists/offer.ts';
import { type LineLimits, refuseLine } from '#contract/products/quantity.ts';
import { totalOf } from './amounts.ts';
import { type KeptVerdict, refuseKept } from './buyers.ts';
import { isTooLow, type Left, leastOf, leftOf, toRefusal } from './judge.ts';
import type { LineRefusal, PurchaseTerms } from './request.ts';
import { takesStock } from './rules.ts';
import type { LockedPurchase, PurchaseLine } from './state.ts';
import type { Move } from './stock.ts';
import type { LockedProduct, LockedReceipt } from './stock-rows.ts';

/** What is decided of new quantities of an unpaid purchase. */
export type ChangeJudgement =
  | KeptVerdict
  /** `line` of each counts the purchase's lines from 1. */
  | { verdict: 'refused'; lines: LineRefusal[] }
  | { verdict: 'total_changed'; cents: number }
  | { verdict: 'address_unproven' | 'total_too_low' }
  | { verdict: 'accepted'; cents: number; lines: NewLine[]; moves: Move[] };

/** A line whose quantity changes; 0 takes it out. */
export interface NewLine {
  id: string;
  productId: string;
  from: number;
  quantity: number;
  /** How many of its pieces have not arrived. */
  awaited: number;
  unitPriceMicros: number;
  priceSource: PriceSource;
  cents: number;
}

/** The rows that lines take their pieces from, and the price lists of the buyer. */
export interface ChangeRows {
  products: readonly LockedProduct[];
  receipts: readonly LockedReceipt[];
  lists: readonly BuyerList[];
}

/**
 * Decides on new quantities of a locked, unpaid purchase: it is judged as a new one that has its own pieces to take. A line whose
 * quantity changes has the price of today and the rules of its product; the others keep theirs. A purchase whose hold has ended
 * takes the pieces of all its lines.
 * @param wanted quantities by the ids of lines
 */
export function judgeChange(
  purchase: LockedPurchase,
  wanted: ReadonlyMap<string, number>,
  expectedCents: number,
  { products, receipts, lists }: ChangeRows,
  terms: Pick<PurchaseTerms, 'smallestOrder' | 'unprovenCents'>,
): ChangeJudgement {
  const { lines, buyer, totalCents } = purchase;
  const kept = buyer && refuseKept(buyer);
  if (kept) return kept;
  const isHeld = takesStock(purchase.state);
  const left = leftOf(products, receipts);
  // Its own pieces are there for it to take.
  if (isHeld) for (const line of lines) give(left, line, line.awaited, line.quantity - line.awaited);

  const byId = new Map(products.map((product) => [product.id, product]));
  const refused: LineRefusal[] = [];
  const changed: NewLine[] = [];
  const moves: Move[] = [];
  const fitting: NewLine[] = [];
  let leftCents = CARD_LIMIT_CENTS - totalOf([], purchase).grossCents;
  // Lines that stay as they are come first: they are not to lose pieces to those that grow.
  const isChanged = ({ id, quantity }: PurchaseLine) => (wanted.get(id) ?? quantity) !== quantity;
  for (const line of [...lines].sort((a, b) => Number(isChanged(a)) - Number(isChanged(b)))) {
    const product = byId.get(line.productId)!;
    const next = newLine(line, wanted.get(line.id) ?? line.quantity, product, lists);
    const limits = {
      least: leastOf(product, terms.smallestOrder),
      multiple: product.multiple,
      available: reachOf(left, line, next),
      cents: next.cents,
      leftCents,
    };
    const verdict = isChanged(line)
      ? refuse(next.quantity, product, limits)
      : next.quantity > limits.available && 'too_many';
    if (verdict) {
      const { unitPriceMicros } = next;
      refused.push(toRefusal(lines.indexOf(line) + 1, verdict, { ...limits, unitPriceMicros }));
      continue;
    }
    give(left, line, -next.awaited, next.awaited - next.quantity);
    fitting.push(next);
    leftCents -= next.cents;
    const own = isHeld ? line : { quantity: 0, awaited: 0 };
    const pieces = own.quantity - own.awaited - (next.quantity - next.awaited);
    moves.push({ ...line, pieces, awaited: own.awaited - next.awaited });
    if (isChanged(line)) changed.push(next);
  }
  if (refused.length > 0) return { verdict: 'refused', lines: refused.sort((a, b) => a.line - b.line) };
  const cents = totalOf(fitting, purchase).grossCents;
  // guard: server/purchases/judge-change.test.ts
  if (cents !== expectedCents) return { verdict: 'total_changed', cents };
  if (isTooLow(cents)) return { verdict: 'total_too_low' };
  const isMore = cents > totalCents || !isHeld;
  // What is held for the buyer besides it. It counts as unpaid already.
  const besides = buyer && { ...buyer, heldCents: buyer.heldCents - (isHeld ? totalCents : 0) };
  if (besides && isMore && !mayHold(besides, cents, terms.unprovenCents))
    return { verdict: 'address_unproven' };
  return { verdict: 'accepted', cents, lines: changed, moves };
}

/** Pieces of a line that go back, to what is expected and to stock. */
function give(left: Left, line: PurchaseLine, awaited: number, pieces: number): void {
  left.set(line.productId, left.get(line.productId)! + pieces);
  if (awaited !== 0) left.set(line.receiptId!, left.get(line.receiptId!)! + awaited);
}

/** Most pieces that a line can have: a line that waits has more from what is expected only. */
function reachOf(left: Left, line: PurchaseLine, next: NewLine): number {
  const fromStock = left.get(line.productId)!;
  if (line.awaited === 0) return fromStock;
  const arrived = next.quantity - next.awaited;
  const expected = left.get(line.receiptId!) ?? 0;
  return fromStock < arrived ? fromStock + Math.min(expected, next.awaited) : arrived + expected;
}

/** Returns a line with another quantity: those of its pieces that have not arrived grow first, and go first. */
function newLine(
  line: PurchaseLine,
  quantity: number,
  product: LockedProduct,
  lists: readonly BuyerList[],
): NewLine {
  const { id, productId, awaited, totalCents } = line;
  const more = quantity - line.quantity;
  const offer = chooseOffer(productId, product, lists);
  const unitPriceMicros = toMicros(unitPrice(offer, quantity));
  return {
    id,
    productId,
    from: line.quantity,
    quantity,
    unitPriceMicros,
    priceSource: offer.source,
    awaited: awaited === 0 ? 0 : Math.max(0, awaited + more),
    cents: more === 0 ? totalCents : lineCents(unitPriceMicros, quantity),
  };
}

function refuse(
  quantity: number,
  { isRemoved }: LockedProduct,
  limits: LineLimits,
): LineRefusal['verdict'] | undefined {
  if (quantity === 0) return undefined;
  return isRemoved ? 'gone' : refuseLine(quantity, limits);
}
