import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewOrder } from '#contract/orders.ts';
import type { Product } from '#contract/products.ts';
import { callAsUser, type Identity } from '../../account.ts';
import { ApiProblem, statusOf } from '../../api.ts';
import { createSubmission } from '../../ui/submission.ts';
import { useSuccessDialog } from '../../ui/success-dialog.tsx';
import type { PlacedOrder } from './order-placed.tsx';

type Wanted = Identity & { order: number; shippingAdd: string; phone: string };

/** Places an order for a product, says so, and makes every list look again. */
export function usePlaceOrder(product: Product): (wanted: Wanted) => Promise<PlacedOrder> {
  const client = useQueryClient();
  const showSuccess = useSuccessDialog();
  const [submission] = useState(createSubmission<NewOrder>);

  return async (wanted) => {
    const { name, email, order, shippingAdd, phone } = wanted;
    const { _id: productId, name: productName, available, price } = product;
    const { body, key } = submission.prepare(wanted, {
      name,
      email,
      productName,
      productId,
      available,
      price,
      order,
      shippingAdd,
      phone,
    });
    try {
      const answer = await callAsUser('placeOrder', { body }, { idempotencyKey: key });
      submission.settle();
      showSuccess('Order Placed SuccessfullY.');
      return { id: answer.insertedId, quantity: order, price: body.price };
    } catch (error) {
      submission.settle(error);
      throw atItsField(error);
    } finally {
      client.invalidateQueries({ queryKey: ['products'] });
      client.invalidateQueries({ queryKey: ['orders'] });
    }
  };
}

/** Another buyer was faster: that is about the quantity, and belongs beside it. */
function atItsField(error: unknown): unknown {
  if (statusOf(error) === 409 && error instanceof ApiProblem && error.code === 'out_of_stock') {
    return new ApiProblem(409, error.code, error.message, [{ field: 'order', message: error.message }]);
  }
  return error;
}
