import { useEffect } from 'react';

/**
 * Runs the scripts of a page as soon as a link to it has loaded them (`prefetch="intent"` only loads): a click then finds
 * them ready.
 */
export function useReadyLinks(): void {
  useEffect(() => {
    const observer = new MutationObserver((records) => {
      for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
        if (node instanceof HTMLLinkElement && node.rel === 'modulepreload') {
          // Whoever needs it says what is wrong with it.
          import(/* @vite-ignore */ node.href).catch(() => {});
        }
      }
    });
    observer.observe(document, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, []);
}
