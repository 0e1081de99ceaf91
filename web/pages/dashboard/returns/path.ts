import type { OpenReturnState } from '#contract/returns.ts';
import { pathWith } from '../../../path-with.ts';

const STATES: readonly OpenReturnState[] = ['asked', 'accepted'];

/** Returns the address of the open returns: all of them, or those in one state. */
export function returnsPath(state?: OpenReturnState): string {
  return pathWith('/dashboard/returns', { state });
}

/** Reads the state from the address. An unknown one is left out. */
export function readState(search: URLSearchParams): OpenReturnState | undefined {
  return STATES.find((state) => state === search.get('state'));
}
