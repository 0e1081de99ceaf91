import { type RefObject, useCallback, useEffect, useState } from 'react';

/**
 * Answers a function that moves the focus to `target` once the page has changed: for when the button that was pressed
 * goes away with what it has deleted, and a dialog above it still holds the focus.
 */
export function useFocusLater(target: RefObject<HTMLElement | null>): () => void {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked > 0) target.current?.focus();
  }, [asked, target]);
  return useCallback(() => setAsked((times) => times + 1), []);
}
