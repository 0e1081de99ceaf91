/**
 * The cart: a list of lines, which everybody has. What is changed is shown at once. All else is loaded after the first paint
 * (keep/keep.ts): it keeps changes in the browser, tells the other tabs, and sends those of signed-in people to the server.
 */
import { useSyncExternalStore } from 'react';
import { put } from '#contract/list-ops.ts';
import type { ListLine, ListOp } from '#contract/lists.ts';
import { minimumQuantity } from '#contract/minimum.ts';
import { formatCount } from '#contract/money.ts';
import { getIdentity, subscribeToIdentity } from '../identity.ts';
import { randomId } from '../random-id.ts';
import { applyOps, type Content, EMPTY } from './content.ts';
import { journals, note, notKept } from './journal.ts';
import type { Step } from './steps.ts';

export interface Cart extends Content {
  readonly status: 'loading' | 'saved' | 'saving' | 'offline';
  /** How many changes the server does not know yet. */
  readonly unsaved: number;
  /** Why changes are not saved, where trying again does not help: what to do about it. */
  readonly problem?: string | undefined;
}

/** The cart as it is kept in the browser. */
export interface Kept extends Cart {
  /** The email of a signed-in person; '' of a guest. */
  owner: string;
}

const LOADING: Cart = { ...EMPTY, status: 'loading', unsaved: 0 };

const listeners = new Set<() => void>();
let kept: Kept = { ...LOADING, owner: '' };
let isRead = false;
let shown = LOADING;
let shownFrom: readonly unknown[] = [];
/** What waits until the cart has been read. */
let waiting: (() => unknown)[] = [];
let keep: () => void = () => {};

/** Whose cart it is. */
export function cartOwner(): string {
  return getIdentity()?.email ?? '';
}

/** Returns the cart, and renders again when it changes, in any tab. On the server and until the page is hydrated it is loading. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribeToCart, getCart, () => LOADING);
}

/** Returns the cart: the same object until it changes. */
export function getCart(): Cart {
  const owner = cartOwner();
  const from = [owner, kept, notKept()];
  if (from.every((one, n) => one === shownFrom[n])) return shown;
  shownFrom = from;
  const own = isRead && kept.owner === owner ? kept : LOADING;
  const ops = notKept().flatMap((entry) => (entry.owner === owner ? entry.ops : []));
  const { lines, boards } = applyOps(own, ops);
  const { status, problem } = own;
  const isSaved = ops.length === 0 || owner === '' || status !== 'saved';
  shown = {
    ...{ lines, boards, status: isSaved ? status : 'saving' },
    ...{ unsaved: own.unsaved + (owner === '' ? 0 : ops.length), problem },
  };
  return shown;
}

/** Changes the cart: what is shown at once, then what is kept in the browser, then the server's. */
export function changeCart(ops: readonly ListOp[]): void {
  if (ops.length === 0) return;
  note({ owner: cartOwner(), ops });
  tell();
  keep();
}

/** Shows what is kept, with the changes that are not. */
export function showKept(now: Kept): void {
  // Nobody takes back what somebody else has done before in this browser.
  if (now.owner !== kept.owner) added = [];
  kept = now;
  isRead = true;
  tell();
  if (getCart().status === 'loading') return;
  const next = waiting;
  waiting = [];
  for (const go of next) go();
}

/** There is something in the browser's database, or about to be. */
const FLAG = 'cart kept';

/** Whether this browser has to look into its database: before it does, nobody knows that a cart is empty. */
export function hasKept(): boolean {
  try {
    return notKept().length > 0 || localStorage.getItem(FLAG) !== null || journals().length > 0;
  } catch {
    return notKept().length > 0;
  }
}

export function setKept(isKept: boolean): void {
  try {
    if (isKept) localStorage.setItem(FLAG, '1');
    else localStorage.removeItem(FLAG);
  } catch {
    // Storage is forbidden in this browser.
  }
}

/** Sets what keeps changes. */
export function keepBy(by: () => void): void {
  keep = by;
}

let lastPosition = 0;

/** Makes a line, which `changeCart` adds: after the last one, also after those that were made and not added yet. */
export function newLine(fields: Omit<ListLine, '_id' | 'position'> & { position?: number }): ListLine {
  lastPosition = Math.max(lastPosition, getCart().lines.at(-1)?.position ?? 0) + 1;
  return { _id: randomId(), position: lastPosition, ...fields };
}

/** The most steps that can be taken back. */
export const MOST_STEPS = 100;

/** What addToCart has done to the cart of `kept`, until history.ts, which not every page has, takes it over. */
let added: Step[] = [];
let record = (step: Step): void => {
  added = [...added, step].slice(-MOST_STEPS);
};

/** Sets what takes the steps of addToCart, and hands over those of before. */
export function recordBy(by: typeof record): void {
  record = by;
  added.forEach(by);
  added = [];
}

/**
 * Adds pieces of a product, its minimum without a quantity: to the line that was added so before, if there is one. As long as
 * nobody knows whether there is, it waits.
 */
export function addToCart(
  product: { _id: string; name: string; minOrder: number; multiple: number },
  quantity = minimumQuantity(product),
): void {
  if (getCart().status === 'loading') {
    const owner = cartOwner();
    waiting.push(() => owner === cartOwner() && addToCart(product, quantity));
    return;
  }
  const before = getCart().lines.find((one) => one.productId === product._id && isPlain(one));
  const after = before
    ? { ...before, quantity: (before.quantity ?? 0) + quantity }
    : newLine({ productId: product._id, quantity });
  changeCart([before ? put(before, { quantity: after.quantity }) : { op: 'put', line: after }]);
  record({ words: `Added ${formatCount(quantity)} pcs of ${product.name}`, changes: [{ before, after }] });
}

/** Whether a line says nothing but how many: one that was typed or has marks of its own is left as it is. */
function isPlain({ raw, customerRef, designators, perBoard, receiptDate }: ListLine): boolean {
  return !raw && !customerRef && !designators && !perBoard && !receiptDate;
}

let counted: { of?: readonly ListLine[]; pieces: ReadonlyMap<string, number> } = { pieces: new Map() };

/** Returns how many pieces of a product are in the cart. */
export function piecesInCart(id: string): number {
  const { lines } = getCart();
  if (counted.of !== lines) {
    const pieces = new Map<string, number>();
    for (const { productId, quantity } of lines)
      if (productId) pieces.set(productId, (pieces.get(productId) ?? 0) + (quantity ?? 0));
    counted = { of: lines, pieces };
  }
  return counted.pieces.get(id) ?? 0;
}

/** Calls `listener` when the cart, or whose it is, changes. */
export function subscribeToCart(listener: () => void): () => void {
  listeners.add(listener);
  const stop = subscribeToIdentity(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}
