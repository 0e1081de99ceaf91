import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';
import type { View } from './view.ts';

/** The smallest height of a card or a row, in pixels, and the largest number of columns: they bound what a window shows. */
const SMALLEST = { cards: { height: 400, columns: 3 }, list: { height: 48, columns: 1 } };

/** Which part of the grid is rendered. */
interface Shown {
  /** The number of products. */
  count: number;
  /** The number of pictures that load at once. The others load when they come into view. */
  eager: number;
  /** Lets the grid of a query begin with the part that a window shows. */
  showPart: (query: string) => void;
}

/** The cards of the first row, or the rows of the first screen. */
const EAGER = { cards: 3, list: 14 };

/**
 * Returns which part of a query's grid to render. After a click it is one window of products without pictures at first, so that
 * the grid appears sooner, and everything after that paint. Going back renders everything, to restore the scroll position.
 * @param isThere the products of the query have arrived, or could not be loaded
 */
export function useShown(view: View, query: string, isThere: boolean): Shown {
  const isOpened = useNavigationType() === 'PUSH';
  const [part, showPart] = useState(isOpened ? query : undefined);
  const all = part !== query;
  useEffect(() => {
    if (all || !isThere) return;
    let timer = 0;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => startTransition(() => showPart(undefined)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [all, isThere]);
  if (all) return { count: Number.POSITIVE_INFINITY, eager: EAGER[view], showPart };
  const { height, columns } = SMALLEST[view];
  return { count: columns * Math.ceil(window.innerHeight / height), eager: 0, showPart };
}
