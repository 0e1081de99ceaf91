import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiProblem, isOutage, statusOf } from '../../api-problem.ts';
import { changeCart, getCart } from '../../basket/cart/cart.ts';
import { forgetHistory } from '../../basket/cart/history.ts';
import { callAsUser } from '../../user-calls.ts';
import {
  beginPlacing,
  closePlacing,
  getPlacing,
  hasLeft,
  notePlaced,
  noteRefused,
  noteSent,
  type PlacedPurchase,
  type Placing,
  type PurchaseBody,
  renewKey,
  usedBefore,
} from './placing.ts';

/**
 * Returns a function that places purchases of lines of the cart, one after the other, and a function that finds out what became of
 * one whose response was lost. Placed lines leave the cart in the server's transaction, so what is left there is what is still
 * to be placed. Throws with the first refusal; what was placed before it stays placed.
 */
export function usePlace() {
  const client = useQueryClient();
  const underway = useRef<Promise<void>>(undefined);
  const recovering = useRef<Promise<void>>(undefined);

  async function placeAll(bodies: readonly PurchaseBody[], isAll: () => boolean): Promise<void> {
    let placing = beginPlacing();
    try {
      for (const body of bodies) placing = await placeOne(placing, body);
      if (isAll()) closePlacing();
    } finally {
      for (const key of ['products', 'orders', 'purchases', 'lists'])
        client.invalidateQueries({ queryKey: [key] });
    }
  }

  /** A second press, in this tab, waits for the first one. What is pressed during a recovery is placed after it. */
  function place(bodies: readonly PurchaseBody[]): Promise<void> {
    underway.current ??= Promise.resolve(recovering.current)
      .then(() => placeAll(bodies, () => true))
      .finally(() => {
        underway.current = undefined;
      });
    return underway.current;
  }

  /** Sends again what was not answered: with its key and its lines it is found if it was placed, and refused if it was not. */
  function recover(): Promise<void> {
    recovering.current ??= recoverSent().finally(() => {
      recovering.current = undefined;
    });
    return recovering.current;
  }

  async function recoverSent(): Promise<void> {
    // It may still be answered.
    await underway.current?.catch(() => {});
    const sent = getPlacing()?.sent;
    if (!sent || !hasLeft(sent, getCart())) return;
    await placeAll([sent], () => getCart().lines.length === 0).catch(() => {});
  }

  return { place, recover };
}

async function placeOne(placing: Placing, body: PurchaseBody): Promise<Placing> {
  const before = placing.sent;
  noteSent(placing, body);
  try {
    const answer = await callAsUser('placePurchase', { body }, { idempotencyKey: placing.key });
    const { insertedId: id, number } = answer;
    const { poNumber, expectedTotal: total } = body;
    const poUsedBefore = usedBefore(answer.poUsedBefore, poNumber, placing.placed);
    return finish(placing, body, { id, number, total, poUsedBefore, poNumber });
  } catch (error) {
    const createdId = error instanceof ApiProblem ? error.createdId : undefined;
    if (createdId !== undefined) return findEarlier(placing, createdId);
    if (!isOutage(error)) noteRefused(placing);
    else if (isTurnedAway(error)) noteRefused(placing, before);
    throw error;
  }
}

/** Whether the shop has not begun to place it. Another outage may have come after it was placed. */
function isTurnedAway(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 429 || ['overloaded', 'busy'].includes(error.code));
}

/** The lines leave what is shown at once. The server has taken them out already. */
function finish(placing: Placing, body: PurchaseBody, purchase: PlacedPurchase): Placing {
  const next = notePlaced(placing, purchase);
  changeCart((body.lineIds ?? []).map((_id) => ({ op: 'remove', _id })));
  forgetHistory();
  return next;
}

/**
 * The key has placed a purchase before: its response was lost, and the form was changed and sent again. Nothing more is placed:
 * the buyer sees what was, and what is left in the cart. Which lines it had is not known here: the server has taken them out.
 */
async function findEarlier(placing: Placing, id: string): Promise<Placing> {
  try {
    const { number, total, poNumber } = await callAsUser('getPurchase', { params: { id } });
    notePlaced(placing, { id, number, total, poUsedBefore: 0, poNumber, earlier: true });
    forgetHistory();
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    renewKey();
  }
  throw new ApiProblem(409, 'placed_before', PLACED_BEFORE);
}

const PLACED_BEFORE =
  'An earlier attempt placed an order: see above. Nothing more was placed. Check the lines that are left, then place them.';
