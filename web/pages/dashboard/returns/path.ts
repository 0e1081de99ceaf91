import { OPEN_RETURN_STATES, type OpenReturnState } from '#contract/returns/states.ts';
import { pathWith } from '../../../path-with.ts';

/** Returns the address of the open returns: all of them, or those in one state. */
export function returnsPath(state?: OpenReturnState): string {
  return pathWith('/dashboard/returns', { state });
}

/** Reads the state from the address. An unknown one is left out. */
export function readState(search: URLSearchParams): OpenReturnState | undefined {
  return OPEN_RETURN_STATES.find((state) => state === search.get('state'));
}
