/** How staff's list of purchases is narrowed and sorted. Without schemas, because browsers load it. */

/** The orders of staff's list of purchases. Without one, the newest is first. By payment only paid ones are listed. */
export const DESK_SORTS = [
  '-placed',
  'placed',
  '-paid',
  'paid',
  '-total',
  'total',
  'buyer',
  '-buyer',
] as const;
export type DeskSort = (typeof DESK_SORTS)[number];

/** Paid purchases with pieces that are here to be shipped: all of them, or those that should have left by now. */
export const UNSHIPPED = ['yes', 'overdue'] as const;

/** Paid purchases of which pieces came back whose money has not gone back, and those that their buyers want cancelled. */
export const REFUND = ['owed', 'asked'] as const;
