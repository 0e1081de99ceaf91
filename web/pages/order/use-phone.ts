import { useSyncExternalStore } from 'react';

const NARROW = '(width < 48rem)';

/** Whether the window is as narrow as a phone. On the server and until the page is hydrated it is not. */
export function usePhone(): boolean {
  return useSyncExternalStore(subscribe, isPhone, () => false);
}

const isPhone = () => window.matchMedia(NARROW).matches;

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(NARROW);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}
