import { startTransition, useEffect, useState } from 'react';
import { useNavigationType } from 'react-router';

/** No card is less high, in pixels, and no more than three stand side by side: so many are all that a window shows. */
const CARD_HEIGHT = 400;
const COLUMNS = 3;

/**
 * How many products of the grid are shown: for who comes by a link the first ones at once, so that the page is there sooner,
 * and all of them right after these have been painted. Whoever comes back needs all, to be where they were.
 */
export function useShown(): number {
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
  return all ? Number.POSITIVE_INFINITY : COLUMNS * Math.ceil(window.innerHeight / CARD_HEIGHT);
}
