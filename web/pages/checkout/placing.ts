/** What checkout has placed and is placing, in all tabs: so that nothing is placed twice, and nothing placed goes unseen. */
import type { BodyInput } from '#contract/api.ts';
import { poKey } from '#contract/purchases/po-number.ts';
import type { Cart } from '../../basket/cart/cart.ts';
import { openShelf } from '../../kept.ts';
import { randomId } from '../../random-id.ts';

export type PurchaseBody = BodyInput<'placePurchase'>;

/** A purchase that was placed here. */
export interface PlacedPurchase {
  id: string;
  number: string;
  total: number;
  /** How many purchases have the same PO number that were not placed in one go with this one. */
  poUsedBefore: number;
  poNumber?: string | undefined;
  /** An earlier submission has placed it, whose response was lost. */
  earlier?: boolean;
}

/** Checkout of the cart. The next purchase has one Idempotency-Key until it is placed. */
export interface Placing {
  key: string;
  /** What was sent with the key and not answered yet: it may be placed. */
  sent?: PurchaseBody;
  placed: PlacedPurchase[];
  /** Not all that the buyer wanted is placed yet. */
  isOpen?: boolean;
}

/** Returns how many of the purchases that have a PO number were not placed just now. */
export function usedBefore(counted: number, poNumber: string | undefined, placed: readonly PlacedPurchase[]) {
  const same = placed.filter((one) => poKey(one.poNumber ?? '') === poKey(poNumber ?? '')).length;
  return Math.max(0, counted - same);
}

const CART = 'cart';
/** Characters: 500 ids of lines in what was sent, and what was placed of 5,000 lines. */
const LONGEST = 60_000;

export const placings = openShelf(
  'localStorage',
  'checkout',
  (value): value is Placing => {
    const { key, placed, sent } = (value ?? {}) as Partial<Placing>;
    return (
      typeof key === 'string' && Array.isArray(placed) && (sent === undefined || typeof sent === 'object')
    );
  },
  LONGEST,
);

export const getPlacing = () => placings.get(CART);

/** Returns what is being placed, with a key that all tabs share: with what was placed before only where something was left over. */
export function beginPlacing(): Placing {
  const { key = randomId(), placed = [], isOpen = false, sent } = getPlacing() ?? {};
  const placing = { key, placed: isOpen ? placed : [], isOpen: true, ...(sent && { sent }) };
  placings.set(CART, placing);
  return placing;
}

/** Notes that all that the buyer wanted is placed. */
export function closePlacing(): void {
  const { isOpen: _, ...placing } = getPlacing() ?? beginPlacing();
  placings.set(CART, placing);
}

/** Notes what is sent now. */
export function noteSent(placing: Placing, sent: PurchaseBody): void {
  placings.set(CART, { ...placing, sent });
}

/**
 * Whether what was sent has left the cart of the server. While a removal is on its way there, sending it again would place what the
 * buyer has just taken out.
 */
export function hasLeft({ lineIds }: PurchaseBody, { status, unsaved, lines }: Cart): boolean {
  if (status !== 'saved' || unsaved > 0 || !lineIds) return false;
  const ids = new Set(lines.map(({ _id }) => _id));
  return lineIds.every((id) => !ids.has(id));
}

/** Notes what the key has placed; the next purchase has another one. Returns what is being placed now. */
export function notePlaced(placing: Placing, purchase: PlacedPurchase): Placing {
  const now = getPlacing() ?? placing;
  // Another tab has the same answer to the same key.
  if (now.placed.some(({ id }) => id === purchase.id)) return now;
  const next = { key: randomId(), placed: [...now.placed, purchase], isOpen: true };
  placings.set(CART, next);
  return next;
}

/** Notes that what was sent was not placed: unanswered is what was sent `before` it, if anything. */
export function noteRefused(placing: Placing, before?: PurchaseBody): void {
  const { sent: _, ...rest } = getPlacing() ?? placing;
  placings.set(CART, { ...rest, ...(before && { sent: before }) });
}

/** Takes another key: what the last one has placed was deleted since. */
export function renewKey(): void {
  const { placed = [], isOpen = false } = getPlacing() ?? {};
  placings.set(CART, { key: randomId(), placed, isOpen });
}

/** Forgets what was placed, for the next checkout. */
export function endPlacing(): void {
  placings.set(CART, undefined);
}

/** The name of the checkout on the shelf. */
export const CHECKOUT = CART;
