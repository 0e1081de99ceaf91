/** Returns the address of the pick list of purchases. */
export function pickListPath(ids: Iterable<string>): string {
  return `/dashboard/shipping/pick-list?purchases=${[...ids].join(',')}`;
}
