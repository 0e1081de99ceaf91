import { useEffect } from 'react';
import { cartOwner, subscribeToCart } from './cart.ts';
import { GUEST, getJournal } from './journal.ts';
import { Said } from './said.tsx';

/** Before the exchange is asked for again, when it could not be loaded. */
const RETRY_MS = 5_000;

let isLoading = false;

/**
 * Loads what exchanges the cart with the server, when the page has nothing else to do, and says what happens to the cart. A visitor
 * who has none does not need it.
 */
export function KeepCart() {
  useEffect(() => {
    const look = () => {
      const { entries, list } = getJournal();
      if (isLoading || (cartOwner() === GUEST && entries.length === 0 && !list)) return;
      isLoading = true;
      if ('requestIdleCallback' in window) requestIdleCallback(load, { timeout: 2_000 });
      else setTimeout(load);
    };
    look();
    return subscribeToCart(look);
  }, []);
  return <Said />;
}

function load(): void {
  import('./exchange.ts').then(
    ({ startExchange }) => startExchange(),
    () => setTimeout(load, RETRY_MS),
  );
}
