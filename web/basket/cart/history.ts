/**
 * What this page's buyer has done to the lines of the cart (on the order pad, in the small cart, at checkout, by "Add to order"), so
 * that it can be taken back. Lasts as long as the page. cart.ts, which is part of every page, does not load this: it hands over what
 * it has added.
 */
import { useSyncExternalStore } from 'react';
import type { ListOp } from '#contract/lists/schema.ts';
import { subscribeToIdentity } from '../../identity.ts';
import { cartOwner, changeCart, getCart, MOST_STEPS, recordBy, subscribeToCart } from './cart.ts';
import { firstOf, reversed, type Step, stepOf, takeBack } from './steps.ts';

export interface CartHistory {
  canUndo: boolean;
  canRedo: boolean;
  /** What has been done last, or taken back; '' once that was dismissed. */
  news: string;
}

interface Steps {
  /** Whose cart they are of. */
  owner: string;
  done: readonly Step[];
  undone: readonly Step[];
  shown: CartHistory;
}

const NONE: CartHistory = { canUndo: false, canRedo: false, news: '' };

const listeners = new Set<() => void>();
let steps: Steps = { owner: '', done: [], undone: [], shown: NONE };

/** Nobody takes back what somebody else has done before in this browser. */
function current(): Steps {
  if (steps.owner !== cartOwner()) steps = { owner: cartOwner(), done: [], undone: [], shown: NONE };
  return steps;
}

/** Whether changes of who is signed in are heard of: somebody who does nothing between two guests parts them, too. */
let isWatching = false;

function keep(done: readonly Step[], undone: readonly Step[], news: string): void {
  if (!isWatching) subscribeToIdentity(current);
  isWatching = true;
  const shown = { canUndo: done.length > 0, canRedo: undone.length > 0, news };
  steps = { owner: cartOwner(), done, undone, shown };
  for (const listener of listeners) listener();
}

/** Changes the cart, as one step. Nothing happens for no change. */
export function doToCart(words: string, ops: readonly ListOp[]): void {
  if (ops.length === 0) return;
  const before = getCart();
  changeCart(ops);
  record(stepOf(words, ops, before, getCart()));
}

function record(step: Step): void {
  keep([...current().done, step].slice(-MOST_STEPS), [], step.words);
}

recordBy(record);

/** Takes the last step back, and returns the first line that it changed and that is there now. */
export function undoInCart(): string | undefined {
  const { done, undone } = current();
  const step = done.at(-1);
  if (!step) return undefined;
  const isBack = goBack(step);
  const words = `${isBack ? 'Undone' : 'Not undone, as it has changed since'}: ${lowered(step.words)}`;
  keep(done.slice(0, -1), isBack ? [...undone, reversed(step)] : undone, words);
  return firstOf(step, getCart());
}

/** Does the last step again that was taken back, and returns what `undoInCart` does. */
export function redoInCart(): string | undefined {
  const { done, undone } = current();
  const step = undone.at(-1);
  if (!step) return undefined;
  const isBack = goBack(step);
  const words = `${isBack ? 'Done again' : 'Not done again, as it has changed since'}: ${lowered(step.words)}`;
  keep(isBack ? [...done, reversed(step)] : done, undone.slice(0, -1), words);
  return firstOf(step, getCart());
}

/** Goes to the state before a step; returns whether anything was left of it, as others may have changed all of it since. */
function goBack(step: Step): boolean {
  const ops = takeBack(step, getCart());
  changeCart(ops);
  return ops.length > 0;
}

/** Nothing of before is taken back any more: an order has been placed of it, and half of a step must not be undone. */
export function forgetHistory(): void {
  keep([], [], '');
}

/** Says no longer what was done last. It can still be taken back. */
export function dismissNews(): void {
  const { done, undone } = current();
  keep(done, undone, '');
}

/** Returns what can be taken back. */
export function useCartHistory(): CartHistory {
  return useSyncExternalStore(subscribe, cartHistory, () => NONE);
}

/** What can be taken back now. */
export const cartHistory = (): CartHistory => current().shown;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const stop = subscribeToCart(listener);
  return () => {
    listeners.delete(listener);
    stop();
  };
}

const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);
