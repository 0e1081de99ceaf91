import { say } from '#contract/kernel/field-message.ts';
import type { Movements } from '#contract/stock/schema.ts';
import { isTooMuch, type ShelfLevel } from '../products/shelf.ts';

/**
 * Decides on a movement of a locked product, or of one that is not on sale, which has no level: a count of its shelf, perhaps with the
 * pieces that the counter was told to be there, or pieces that come, or go when they are negative. What orders have is not taken from
 * them. Returns by how much it changes what is on sale, and why it cannot be booked, as a message for `readMessage`.
 */
export function judgeMovement(
  level: ShelfLevel | undefined,
  { counted, expected, added }: Partial<Pick<Movements['lines'][number], 'counted' | 'expected' | 'added'>>,
): { change: number; refused?: string } {
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
