import { useSyncExternalStore } from 'react';

/**
 * Returns the token of the link: its fragment, which browsers send to no server. It is undefined until the page is hydrated,
 * and '' when the link has none.
 */
export function useLinkToken(): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => window.location.hash.slice(1),
    () => undefined,
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}
