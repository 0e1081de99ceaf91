import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/** No card is less high, in pixels, and no more than three stand side by side: so many are all that a window shows. */
const CARD_HEIGHT = 400;
const COLUMNS = 3;

/** What of the grid is there. */
interface Shown {
  /** How many products. */
  count: number;
  /** How many pictures are asked for at once; the others when they are about to be seen. */
  eager: number;
}

const FIRST_ROW = 3;
const ALL: Shown = { count: Number.POSITIVE_INFINITY, eager: FIRST_ROW };

/**
 * What of the grid is shown: for who comes by a link the first products, so that the page is there sooner, and everything
 * right after these have been painted. Pictures that were asked for before that would not be there sooner, and the page 7 ms
 * later. Whoever comes back needs all, to be where they were.
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
