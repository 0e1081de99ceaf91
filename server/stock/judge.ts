import { say } from '#contract/kernel/field-message.ts';
import { isTooMuch, type ShelfLevel } from '../products/shelf.ts';

/** A count of a shelf, perhaps with the pieces that its counter was told to be there, or pieces that come, or go when it is negative. */
export interface AskedMovement {
  counted?: number | undefined;
  expected?: number | undefined;
  added?: number | undefined;
}

/** What is decided of a movement: by how much it changes what is on sale, and why it cannot be booked, as a message for `readMessage`. */
export interface JudgedMovement {
  change: number;
  refused?: string;
}

/** Decides on a movement of a locked product; of one that is not on sale without its level. What orders have is not taken from them. */
export function judgeMovement(
  level: ShelfLevel | undefined,
  { counted, expected, added }: AskedMovement,
): JudgedMovement {
  if (!level) return { change: 0, refused: say('gone') };
  const { available, held, toShip, shelf } = level;
  const change = added ?? counted! - shelf;
  // guard: server/stock/judge.test.ts
  if (expected !== undefined && expected !== shelf)
    return { change, refused: say('shelf_changed', { shelf }) };
  if (isTooMuch(shelf, change)) return { change, refused: say('stock_too_many') };
  // guard: server/stock/judge.test.ts
  if (available + change < 0) return { change, refused: say('stock_too_low', { available, held, toShip }) };
  return { change };
}
