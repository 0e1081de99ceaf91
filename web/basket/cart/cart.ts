/**
 * The cart: a list of lines, which everybody has. It is what the server sent last with the changes of the journal applied; a
 * guest's has no list. What exchanges both with the server is loaded after the first paint (exchange.ts).
 */
import { useSyncExternalStore } from 'react';
import { formatCount } from '#contract/kernel/money.ts';
import { put } from '#contract/lists/ops.ts';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import { minimumQuantity } from '#contract/products/minimum.ts';
import { getOwner, subscribeToIdentity } from '../../identity.ts';
import { randomId } from '../../random-id.ts';
import { applyOps, type Content, EMPTY, reuse, targetOf } from './content.ts';
import { append, GUEST, getJournal, type Journal, watchJournal } from './journal.ts';
import type { Step } from './steps.ts';

export interface Cart extends Content {
  readonly status: 'loading' | 'saved' | 'saving' | 'offline';
  /** How many changes the server does not know yet. */
  readonly unsaved: number;
  /** Why changes are not saved, where trying again does not help: what to do about it. */
  readonly problem?: string | undefined;
}

/** How this tab can reach the server. */
export interface Link {
  isOffline: boolean;
  /** What the person has to do. */
  problem?: string;
}

const LOADING: Cart = { ...EMPTY, status: 'loading', unsaved: 0 };

const listeners = new Set<() => void>();
let link: Link = { isOffline: globalThis.navigator?.onLine === false };
let shown = LOADING;
let shownFrom: readonly [owner?: string, journal?: Journal, link?: Link] = [];
/** What waits until the cart is known. */
let waiting: (() => unknown)[] = [];
let wake: () => void = () => {};
let isWatching = false;

/** Returns whose cart it is: as `getOwner` says, or `GUEST`. */
export function cartOwner(): string {
  return getOwner() ?? GUEST;
}

/** Returns the cart, and renders again when it changes, in any tab. On the server and until the page is hydrated it is loading. */
export function useCart(): Cart {
  return useSyncExternalStore(subscribeToCart, getCart, () => LOADING);
}

/** Returns the cart: the same object until it changes. */
export function getCart(): Cart {
  const owner = cartOwner();
  const journal = getJournal();
  if (shownFrom[0] === owner && shownFrom[1] === journal && shownFrom[2] === link) return shown;
  // Nobody takes back what somebody else has done before in this browser.
  if (shownFrom[0] !== owner) added = [];
  shownFrom = [owner, journal, link];
  shown = foldCart(owner, journal);
  return shown;
}

function foldCart(owner: string, { entries, list }: Journal): Cart {
  const isGuest = owner === GUEST;
  const known = list?.owner === owner ? list : undefined;
  // A person who signs in sees the lines that they collected as a guest before these are joined.
  const own = entries.filter((entry) => entry.owner === owner || entry.owner === GUEST);
  const ops = own.flatMap((entry) => entry.ops);
  const { lines, boards } = applyOps(known ?? EMPTY, ops);
  const unsaved = isGuest ? 0 : new Set(ops.map(targetOf)).size;
  const saved = unsaved > 0 ? 'saving' : 'saved';
  const reached = known ? saved : 'loading';
  const ofPerson = link.isOffline ? 'offline' : reached;
  const refused = own.find((entry) => entry.refused)?.refused;
  return {
    lines: reuse(shown.lines, lines),
    boards,
    status: isGuest ? 'saved' : ofPerson,
    unsaved,
    problem: refused ?? (isGuest ? undefined : link.problem),
  };
}

/** Changes the cart. */
export function changeCart(ops: readonly ListOp[]): void {
  if (ops.length === 0) return;
  append(cartOwner(), ops);
  tellCart();
  wake();
}

/** Returns how this tab can reach the server. */
export const getLink = () => link;

export function setLink(next: Link): void {
  if (link.isOffline === next.isOffline && link.problem === next.problem) return;
  link = next;
  tellCart();
}

/** Sets what is called when this tab or another one has changed the cart. */
export function wakeBy(by: () => void): void {
  wake = by;
}

/** Calls those who subscribed: the journal has changed. */
export function tellCart(): void {
  for (const listener of listeners) listener();
  if (waiting.length === 0 || getCart().status === 'loading') return;
  const next = waiting;
  waiting = [];
  for (const go of next) go();
}

let lastPosition = 0;

/** Makes a line, which `changeCart` adds: after the last one, also after those that were made and not added yet. */
export function newLine(fields: Omit<ListLine, '_id' | 'position'> & { position?: number }): ListLine {
  lastPosition = Math.max(lastPosition, getCart().lines.at(-1)?.position ?? 0) + 1;
  return { _id: randomId(), position: lastPosition, ...fields };
}

/** The most steps that can be taken back. */
export const MOST_STEPS = 100;

/** What addToCart has done, until history.ts, which not every page has, takes it over. */
let added: Step[] = [];
let record = (step: Step): void => {
  added = [...added, step].slice(-MOST_STEPS);
};

/** Sets what takes the steps of addToCart, and hands over the earlier ones. */
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
  if (!isWatching)
    watchJournal(() => {
      tellCart();
      wake();
    });
  isWatching = true;
  listeners.add(listener);
  const stop = subscribeToIdentity(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}
