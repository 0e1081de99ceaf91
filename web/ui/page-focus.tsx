import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves the focus to the heading of a new page, so that keyboard and screen reader start there. The clicked link
 * is gone.
 */
export function PageFocus() {
  const { pathname } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    return followHeading();
  }, [pathname]);
  return null;
}

/** Focuses the heading, and the one that replaces it when the page has loaded. Ends at the next key or click. */
function followHeading(): () => void {
  focusHeading();
  return focusHeadingWhenLost();
}

/** Moves the focus to the heading where nothing has it, or what has it goes, such as a row that is done. Ends at the next key or click. */
export function focusHeadingWhenLost(): () => void {
  const main = document.getElementById('main');
  if (!main) return () => {};
  const lookAgain = () => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === main) focusHeading();
  };
  lookAgain();
  const observer = new MutationObserver(lookAgain);
  observer.observe(main, { childList: true, subtree: true });
  const stop = () => observer.disconnect();
  window.addEventListener('keydown', stop, { once: true });
  window.addEventListener('pointerdown', stop, { once: true });
  return () => {
    stop();
    window.removeEventListener('keydown', stop);
    window.removeEventListener('pointerdown', stop);
  };
}

/** Moves the focus to the page's heading, or to its main part while there is none. */
export function focusHeading(): void {
  const main = document.getElementById('main');
  const heading = main?.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  (heading ?? main)?.focus({ preventScroll: true });
}
