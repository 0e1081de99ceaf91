import { useCallback, useRef, useState } from 'react';
import { changeCart, getCart } from '../../cart/cart.ts';
import { firstOf, reversed, type Step, stepOf, takeBack } from './grid/history.ts';
import type { Change } from './grid/operations.ts';

/** The most steps that can be taken back. */
const MOST_STEPS = 100;

interface Steps {
  done: readonly Step[];
  undone: readonly Step[];
}

export interface History {
  /** Changes the cart, as one step. Nothing happens for no change. */
  apply: (change: Change | undefined) => void;
  /** Both return the first line that they changed and that is there now. */
  undo: () => string | undefined;
  redo: () => string | undefined;
  canUndo: boolean;
  canRedo: boolean;
  /** What has been done last, or taken back. */
  news: string;
}

/** Changes of the cart that can be taken back and done again. What other devices change is no step, and stays. */
export function useHistory(): History {
  const steps = useRef<Steps>({ done: [], undone: [] });
  const [{ canUndo, canRedo, news }, show] = useState({ canUndo: false, canRedo: false, news: '' });

  const keep = useCallback((next: Steps, words: string) => {
    steps.current = next;
    show({ canUndo: next.done.length > 0, canRedo: next.undone.length > 0, news: words });
  }, []);

  const apply = useCallback(
    (change: Change | undefined) => {
      if (!change || change.ops.length === 0) return;
      const before = getCart();
      changeCart(change.ops);
      const step = stepOf(change.words, change.ops, before, getCart());
      keep({ done: [...steps.current.done, step].slice(-MOST_STEPS), undone: [] }, change.words);
    },
    [keep],
  );

  const undo = useCallback(() => {
    const { done, undone } = steps.current;
    const step = done.at(-1);
    if (!step) return undefined;
    changeCart(takeBack(step, getCart()));
    keep(
      { done: done.slice(0, -1), undone: [...undone, reversed(step)] },
      `Taken back: ${lowered(step.words)}`,
    );
    return firstOf(step, getCart());
  }, [keep]);

  const redo = useCallback(() => {
    const { done, undone } = steps.current;
    const step = undone.at(-1);
    if (!step) return undefined;
    changeCart(takeBack(step, getCart()));
    keep(
      { done: [...done, reversed(step)], undone: undone.slice(0, -1) },
      `Done again: ${lowered(step.words)}`,
    );
    return firstOf(step, getCart());
  }, [keep]);

  return { apply, undo, redo, canUndo, canRedo, news };
}

const lowered = (words: string) => words.charAt(0).toLowerCase() + words.slice(1);
