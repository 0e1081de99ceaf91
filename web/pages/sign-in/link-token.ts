import { useSyncExternalStore } from 'react';

/**
 * The token of the link that led here: what stands behind the #, which browsers send to no server. Undefined until the
 * browser has taken over the server's page, '' when the link has none.
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
