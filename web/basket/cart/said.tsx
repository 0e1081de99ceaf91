import { useSyncExternalStore } from 'react';

let said = { text: '', times: 0 };
const listeners = new Set<() => void>();

/** Tells screen readers what has happened to the cart. */
export function announce(text: string): void {
  said = { text, times: said.times + 1 };
  for (const listener of listeners) listener();
}

/** The place of such messages, on every page. A text that is said twice is another one to screen readers. */
export function Said() {
  const { text, times } = useSyncExternalStore(
    subscribe,
    () => said,
    () => said,
  );
  return (
    <p role="status" className="sr-only">
      {text}
      {times % 2 === 1 && '\u00a0'}
    </p>
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
