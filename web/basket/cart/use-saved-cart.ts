import { useEffect, useRef } from 'react';
import type { Cart } from './cart.ts';

/** Returns a function that waits until the server knows the whole cart, and says whether it does: not while it cannot be reached or refuses a change. */
export function useSavedCart({ status, unsaved, problem }: Cart): () => Promise<boolean> {
  const isSaved = status === 'saved' && unsaved === 0;
  const isSettled = isSaved || status === 'offline' || problem !== undefined;
  const waiting = useRef<(isSaved: boolean) => void>(undefined);
  useEffect(() => {
    if (!isSettled) return;
    waiting.current?.(isSaved);
    waiting.current = undefined;
  }, [isSaved, isSettled]);
  return () => {
    if (isSettled) return Promise.resolve(isSaved);
    return new Promise((resolve) => {
      waiting.current = resolve;
    });
  };
}
