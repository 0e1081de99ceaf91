import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { unitPrice } from '#contract/kernel/price.ts';
import type { Product } from '#contract/products/schema.ts';
import { ApiProblem, statusOf } from '../../api-problem.ts';
import type { Identity } from '../../identity.ts';
import { callAsUser } from '../../user-calls.ts';
import { drafts, keyOfForm, type PlacedOrder, sentForms } from './begun-orders.ts';

type Wanted = Identity & { order: number; shippingAdd: string; phone: string };

/**
 * Returns a function that places an order for a product and refreshes all lists. The form has one Idempotency-Key however
 * often it is sent, so it places one order, which `sentForms` then names.
 */
export function usePlaceOrder(product: Product): (wanted: Wanted) => Promise<PlacedOrder> {
  const client = useQueryClient();
  const underway = useRef<Promise<PlacedOrder>>(undefined);

  async function place({ name, email, order, shippingAdd, phone }: Wanted): Promise<PlacedOrder> {
    const { _id: productId, name: productName, available } = product;
    const price = unitPrice(product, order);
    const key = keyOfForm(productId);
    let placed: PlacedOrder;
    try {
      const body = { name, email, productName, productId, available, price, order, shippingAdd, phone };
      const { insertedId } = await callAsUser('placeOrder', { body }, { idempotencyKey: key });
      placed = { id: insertedId, quantity: order, price };
    } catch (error) {
      if (!(error instanceof ApiProblem) || error.createdId === undefined) throw atItsField(error);
      placed = await findEarlier(error.createdId, productId);
    } finally {
      client.invalidateQueries({ queryKey: ['products'] });
      client.invalidateQueries({ queryKey: ['offers'] });
      client.invalidateQueries({ queryKey: ['orders'] });
    }
    drafts.set(productId, undefined);
    sentForms.set(productId, { key, placed });
    return placed;
  }

  return (wanted) => {
    underway.current ??= place(wanted).finally(() => {
      underway.current = undefined;
    });
    return underway.current;
  };
}

/**
 * Returns the order that this form placed before it was changed and sent again: the response was lost, or another tab has it.
 * Throws when that order has been deleted. The form then gets a new key.
 */
async function findEarlier(id: string, productId: string): Promise<PlacedOrder> {
  try {
    const { order, price } = await callAsUser('getOrder', { params: { id } });
    return { id, quantity: order, price, earlier: true };
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    sentForms.set(productId, undefined);
    throw new ApiProblem(409, 'order_deleted', 'Nothing was ordered. Check the order and place it again.');
  }
}

/** Moves the message about changed stock to the quantity field. */
function atItsField(error: unknown): unknown {
  if (statusOf(error) === 409 && error instanceof ApiProblem && error.code === 'out_of_stock') {
    return new ApiProblem(409, error.code, error.message, [{ field: 'order', message: error.message }]);
  }
  return error;
}
