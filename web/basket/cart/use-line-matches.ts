import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { ListLine, ListOp } from '#contract/lists/schema.ts';
import { subscribeToIdentity } from '../../identity.ts';
import type { LineState } from '../matching/answers.ts';
import { matchLines } from '../matching/ask-lines.ts';
import { askedOf } from '../matching/asked.ts';
import { FRESH_MS, Matcher, type MatchingTrouble, type Surroundings } from '../matching/matcher.ts';
import { foundOps } from '../matching/ops.ts';
import { cartOwner, changeCart } from './cart.ts';
import { noteSeen } from './seen-prices.ts';

/** Returns what asks for lines in this tab. */
export const createMatcher = (ask: Surroundings['ask']) =>
  new Matcher({
    ask,
    now: Date.now,
    later(act, ms) {
      const timer = setTimeout(act, ms);
      return () => clearTimeout(timer);
    },
  });

/** For all pages of the tab: who comes back to the order finds its prices. */
const cartMatcher = createMatcher((lines) => matchLines(lines));

/** Returns what the lines of the cart mean, as `useMatches`: what is found is no step of undo. The prices that it shows are seen. */
export function useLineMatches(lines: readonly ListLine[]): ReadonlyMap<string, LineState> {
  useEffect(watchBuyer, []);
  const matches = useMatches(cartMatcher, lines, changeCart);
  useEffect(() => noteSeen(lines, matches), [lines, matches]);
  return matches;
}

/**
 * Returns what lines mean, by their ids: without an entry for lines that say nothing. Writes the parts of those that are found exactly,
 * and the quantities read from their texts, into the lines by `change`.
 */
export function useMatches(
  matcher: Matcher,
  lines: readonly ListLine[],
  change: (ops: ListOp[]) => void,
): ReadonlyMap<string, LineState> {
  const version = useSyncExternalStore(matcher.subscribe, matcher.version, () => 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version says when the matcher knows more
  const matches = useMemo(() => {
    const states = new Map<string, LineState>();
    for (const line of lines) {
      const asked = askedOf(line);
      if (asked) states.set(line._id, matcher.stateOf(asked));
    }
    return states;
  }, [matcher, lines, version]);

  useEffect(() => matcher.want(lines.flatMap((line) => askedOf(line) ?? [])), [matcher, lines]);
  useEffect(() => {
    const ops = foundOps(lines, matches);
    if (ops.length > 0) change(ops);
  }, [lines, matches, change]);
  useFreshness(matcher);
  return matches;
}

let isWatched = false;

/** Another buyer may have other prices and part numbers: from the first use on, nothing that one was told is shown to another. */
function watchBuyer(): void {
  if (isWatched) return;
  isWatched = true;
  let buyer = cartOwner();
  subscribeToIdentity(() => {
    if (buyer === cartOwner()) return;
    buyer = cartOwner();
    cartMatcher.forget();
  });
}

/** Why prices and stock are not those of now; undefined when they are. */
export function useMatchingTrouble(): MatchingTrouble | undefined {
  return useSyncExternalStore(cartMatcher.subscribe, cartMatcher.trouble, () => undefined);
}

/** Tries again at once. */
export const askAgain = () => cartMatcher.refresh();

/** Asks for all lines again, also those whose answers are fresh. */
export const askAnew = () => cartMatcher.renew();

/** Asks again what is too old: in a while, when the page is looked at again, and when the browser is online again. */
function useFreshness(matcher: Matcher): void {
  useEffect(() => {
    const refresh = () => {
      if (document.visibilityState === 'visible') matcher.refresh();
    };
    const timer = setInterval(refresh, FRESH_MS);
    document.addEventListener('visibilitychange', refresh);
    window.addEventListener('online', refresh);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', refresh);
      window.removeEventListener('online', refresh);
    };
  }, [matcher]);
}
