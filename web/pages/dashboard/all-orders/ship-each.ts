import type { DeskPurchase } from '#contract/desk/schema.ts';
import { formatCount } from '#contract/kernel/money.ts';
import type { NewShipment } from '#contract/shipping/schema.ts';
import { createKeys, refusalOf } from '../../../ui/submission.ts';
import { callAsUser } from '../../../user-calls.ts';

/** A purchase to ship: all that is left of it, so many pieces as the list has shown. */
export type ToShipNow = Pick<DeskPurchase, '_id' | 'number' | 'toShip'>;

/** What has become of it. `toShip` is what is left now, where that is not what was shown. */
export type Outcome =
  | { isShipped: true; pieces: number }
  | { isShipped: false; why: string; toShip?: number };

/**
 * Ships purchases, one at a time. A shipment whose answer is lost is sent again as it was, with the same Idempotency-Key: so it is
 * made once however often it is tried.
 */
export function createShipper() {
  const tries = new Map<string, { keys: ReturnType<typeof createKeys>; lines?: NewShipment['lines'] }>();

  return async function ship(
    { _id: id, toShip }: ToShipNow,
    by: Pick<NewShipment, 'carrier' | 'tracking'>,
  ): Promise<Outcome> {
    const one = tries.get(id) ?? { keys: createKeys() };
    tries.set(id, one);
    try {
      if (!one.lines) {
        const lines = await readLines(id);
        const left = piecesOf(lines);
        if (left !== toShip) return { isShipped: false, why: changed(left), toShip: left };
        one.lines = lines;
      }
      const body = { lines: one.lines, ...by };
      await callAsUser('addShipment', { params: { id }, body }, { idempotencyKey: one.keys.keyOf(body) });
      return { isShipped: true, pieces: piecesOf(body.lines) };
    } catch (error) {
      one.keys.settle(error);
      // What an answer has refused is read anew; what has none may have been shipped.
      if (!one.keys.isPending()) delete one.lines;
      return { isShipped: false, why: refusalOf(error).message ?? 'Something went wrong. Try again.' };
    }
  };
}

/** The pieces of each line that can be shipped now. */
async function readLines(id: string): Promise<NewShipment['lines']> {
  const { lines } = await callAsUser('getPurchase', { params: { id } });
  return lines.flatMap(({ _id: orderId, toShip }) => (toShip > 0 ? [{ orderId, quantity: toShip }] : []));
}

const piecesOf = (lines: NewShipment['lines']) => lines.reduce((sum, { quantity }) => sum + quantity, 0);

function changed(left: number): string {
  return left === 0
    ? 'Nothing is left to ship: it has been shipped or canceled since.'
    : `Meanwhile ${formatCount(left)} pcs are to ship. Check the parcel, then ship it again here.`;
}
