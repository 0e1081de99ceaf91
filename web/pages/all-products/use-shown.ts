import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/** The smallest height of a card, in pixels, and the largest number of columns: they bound what a window shows. */
const CARD_HEIGHT = 400;
const COLUMNS = 3;

/** Which part of the grid is rendered. */
interface Shown {
  /** The number of products. */
  count: number;
  /** The number of pictures that load at once. The others load when they come into view. */
  eager: number;
}

const FIRST_ROW = 3;
const ALL: Shown = { count: Number.POSITIVE_INFINITY, eager: FIRST_ROW };

/**
 * Returns which part of the grid to render. After a click it is one window of products without pictures at first, so that
 * the page appears sooner, and everything after that paint. Going back renders everything, to restore the scroll position.
 */
export function useShown(): Shown {
  const [all, setAll] = useState(useNavigationType() !== 'PUSH');
  useEffect(() => {
    if (all) return;
    let timer = 0;
    const frame = requestAnimationFrame(() => {
      timer = window.setTimeout(() => startTransition(() => setAll(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [all]);
  return all ? ALL : { count: COLUMNS * Math.ceil(window.innerHeight / CARD_HEIGHT), eager: 0 };
}
