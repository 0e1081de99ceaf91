import { useEffect } from 'react';
import { cartOwner, hasKept, showKept, subscribeToCart } from './cart.ts';
import { EMPTY } from './content.ts';
import { Said } from './said.tsx';

/** Before what keeps the cart is asked for again, when it could not be loaded. */
const RETRY_MS = 5_000;

let isLoading = false;

/**
 * Loads what keeps the cart, when the page has nothing else to do, and says what happens to the cart. A visitor who has none does
 * not need it.
 */
export function KeepCart() {
  useEffect(() => {
    const look = () => {
      if (isLoading || !(cartOwner() || hasKept())) return;
      isLoading = true;
      if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 2_000 });
      else setTimeout(load);
    };
    look();
    if (!isLoading) showKept({ ...EMPTY, owner: '', status: 'saved', unsaved: 0 });
    window.addEventListener('storage', look);
    const stop = subscribeToCart(look);
    return () => {
      window.removeEventListener('storage', look);
      stop();
    };
  }, []);
  return <Said />;
}

function load(): void {
  import('./keep/keep.ts').then(
    ({ startKeeping }) => startKeeping(),
    () => setTimeout(load, RETRY_MS),
  );
}
