import { FORBIDDEN, NOT_FOUND, type Rows, type Sound, type Stage } from '../../tests/access/row.ts';
import { orderFor } from '../../tests/testing.ts';
import { payableOrder } from '../payments/access-rows.ts';
import type { OrderCalls } from './routes.ts';

async function freshOrder({ till, customer }: Stage): Promise<Sound> {
  return { params: { id: (await till.place(customer)).id } };
}

const ofCustomer = ({ customer }: Stage): Sound => ({ query: `?email=${customer.email}` });

export const orderRows: Rows<OrderCalls> = {
  placeOrder: {
    who: 'the owner',
    others: FORBIDDEN,
    arrange: ({ till, customer }) => ({ body: orderFor(till.product, customer) }),
  },
  listOrders: [
    { about: 'of a customer', who: 'the owner and admins', others: FORBIDDEN, arrange: ofCustomer },
    { about: 'of everybody', who: 'admins' },
  ],
  summarizeOrders: { who: 'the owner and admins', others: FORBIDDEN, arrange: ofCustomer },
  getOrder: { who: 'the owner and admins', others: NOT_FOUND, arrange: freshOrder },
  deleteOrder: { who: 'the owner and admins', others: [200, { deletedCount: 0 }], arrange: freshOrder },
  payOrder: {
    who: 'the owner',
    others: NOT_FOUND,
    async arrange(stage, admitted) {
      const { id, transactionId } = await payableOrder(stage, admitted);
      return { params: { id }, body: { order: stage.till.product.name, transactionId } };
    },
  },
  getOrderHistory: { who: 'the owner and admins', others: NOT_FOUND, arrange: freshOrder },
  refundOrder: {
    who: 'admins',
    async arrange(stage, admitted) {
      const { id, transactionId } = await payableOrder(stage, admitted);
      if (admitted) await stage.till.settle(stage.customer, id, transactionId);
      return { params: { id }, body: { reason: 'Broken in transit' } };
    },
  },
};
