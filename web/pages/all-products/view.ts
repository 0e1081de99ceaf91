import { useSyncExternalStore } from 'react';

/** How the grid shows parts: as cards with large pictures, or as rows of a table. */
export type View = 'cards' | 'list';

/** Also read before the first paint; see `beforePaint` in web/root.tsx. */
const KEY = 'view';

export function isView(word: unknown): word is View {
  return word === 'cards' || word === 'list';
}

/** Remembers a view for visits whose address names none. */
export function rememberView(view: View): void {
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // Storage is forbidden: the view lasts as long as it is in the address.
  }
}

/** Returns the remembered view; cards for a first visit, and until the page is hydrated. */
export function useRememberedView(): View {
  return useSyncExternalStore(subscribe, read, () => 'cards');
}

/** The page that changes the view has it in its address. */
const subscribe = () => () => {};

function read(): View {
  try {
    return localStorage.getItem(KEY) === 'list' ? 'list' : 'cards';
  } catch {
    return 'cards';
  }
}
