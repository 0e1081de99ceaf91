/** `received`: all of it has come back. `closed`: what has not come back by then is not expected any more. */
export const RETURN_STATES = ['asked', 'accepted', 'declined', 'received', 'closed'] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/** To be answered, and to come back. */
export const OPEN_RETURN_STATES = ['asked', 'accepted'] as const satisfies ReturnState[];
export type OpenReturnState = (typeof OPEN_RETURN_STATES)[number];

export function isReturnOpen(state: ReturnState): boolean {
  return (OPEN_RETURN_STATES as readonly ReturnState[]).includes(state);
}
