import { type RefObject, useCallback, useEffect, useState } from 'react';
import { focusHeading } from './page-focus.tsx';

/**
 * Returns a function that moves the focus to `target`, by default to the page's heading, after the next render: for a pressed
 * button that is removed with what it has deleted, while a dialog above it still holds the focus.
 */
export function useFocusLater(target?: RefObject<HTMLElement | null>): () => void {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return;
    if (target) target.current?.focus();
    else focusHeading();
  }, [asked, target]);
  return useCallback(() => setAsked((times) => times + 1), []);
}
