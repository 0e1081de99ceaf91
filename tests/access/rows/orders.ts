import type { PurchaseCalls } from '../../../server/orders/purchase-routes.ts';
import type { OrderCalls } from '../../../server/orders/routes.ts';
import { idOf } from '../../fixtures/companies.ts';
import { purchaseFor, SHIP_TO } from '../../fixtures/purchases.ts';
import { orderFor } from '../../testing.ts';
import { FORBIDDEN, NOT_FOUND, type Rows, type Sound, type Stage } from '../row.ts';
import { payableOrder } from './payments.ts';

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
    { about: 'of a customer', who: 'the owner and staff', others: FORBIDDEN, arrange: ofCustomer },
    { about: 'of everybody', who: 'staff' },
  ],
  summarizeOrders: { who: 'the owner and admins', others: FORBIDDEN, arrange: ofCustomer },
  getOrder: { who: 'the owner and staff', others: NOT_FOUND, arrange: freshOrder },
  deleteOrder: { who: 'the owner and admins', others: [200, { deletedCount: 0 }], arrange: freshOrder },
  payOrder: {
    who: 'the owner',
    others: NOT_FOUND,
    async arrange(stage, admitted) {
      const { id, transactionId } = await payableOrder(stage, admitted);
      return { params: { id }, body: { order: stage.till.product.name, transactionId } };
    },
  },
  getOrderHistory: { who: 'the owner and staff', others: NOT_FOUND, arrange: freshOrder },
  refundOrder: {
    who: 'admins',
    async arrange(stage, admitted) {
      const { id, transactionId } = await payableOrder(stage, admitted);
      if (admitted) await stage.till.settle(stage.customer, id, transactionId);
      return { params: { id }, body: { reason: 'Broken in transit' } };
    },
  },
};

/** An order of one line: a purchase like any other. */
export async function purchaseOf(stage: Stage, orderId: string): Promise<string> {
  const { body } = await stage.shop.call(`GET /orders/${orderId}`, { token: stage.customer.token });
  return body.purchaseId;
}

async function freshPurchase(stage: Stage): Promise<Sound> {
  return { params: { id: await purchaseOf(stage, (await stage.till.place(stage.customer)).id) } };
}

/** A purchase of the customer, paid where it is `needed`. */
async function paidBy(stage: Stage, needed: boolean): Promise<string> {
  const { id, transactionId } = await payableOrder(stage, needed);
  if (needed) await stage.till.settle(stage.customer, id, transactionId);
  return purchaseOf(stage, id);
}

export const purchaseRows: Rows<PurchaseCalls> = {
  placePurchase: [
    {
      who: 'everyone signed in',
      arrange: ({ till }) => ({ body: purchaseFor([[till.product, 100]]) }),
    },
    {
      about: 'for a buyer',
      who: 'the owner and staff',
      others: FORBIDDEN,
      arrange: async (stage) => ({
        body: {
          ...purchaseFor([[stage.till.product, 100]]),
          buyerId: await idOf(stage.shop, stage.customer),
        },
      }),
    },
  ],
  listPurchases: [
    { about: 'of a customer', who: 'the owner and staff', others: FORBIDDEN, arrange: ofCustomer },
    { about: 'of everybody', who: 'staff' },
  ],
  getPurchase: { who: 'the owner and staff', others: NOT_FOUND, arrange: freshPurchase },
  getPurchaseHistory: { who: 'the owner and staff', others: NOT_FOUND, arrange: freshPurchase },
  deletePurchase: {
    who: 'the owner and admins',
    others: [200, { deletedCount: 0 }],
    arrange: freshPurchase,
  },
  refundPieces: {
    who: 'admins',
    async arrange(stage, admitted) {
      const { id: orderId, transactionId } = await payableOrder(stage, admitted);
      if (admitted) await stage.till.settle(stage.customer, orderId, transactionId);
      const body = { reason: 'Broken in transit', lines: [{ orderId, quantity: 1 }] };
      return { params: { id: await purchaseOf(stage, orderId) }, body };
    },
  },
  refundAmount: {
    who: 'admins',
    async arrange(stage, admitted) {
      const { id: orderId, transactionId } = await payableOrder(stage, admitted);
      if (admitted) await stage.till.settle(stage.customer, orderId, transactionId);
      return {
        params: { id: await purchaseOf(stage, orderId) },
        body: { reason: 'It came late', amount: 0.5 },
      };
    },
  },
  askCancel: {
    who: 'the owner',
    others: NOT_FOUND,
    arrange: async (stage, admitted) => ({
      params: { id: await paidBy(stage, admitted) },
      body: { why: 'Too late' },
    }),
  },
  refuseCancel: {
    who: 'staff',
    async arrange(stage, admitted) {
      const id = await paidBy(stage, admitted);
      const { token } = stage.customer;
      if (admitted)
        await stage.shop.call(`POST /purchases/${id}/cancel`, { token, body: { why: 'Too late' } });
      return { params: { id }, body: { why: 'It has left' } };
    },
  },
  changeLines: {
    who: 'the owner and admins',
    others: NOT_FOUND,
    async arrange(stage) {
      const order = await stage.till.place(stage.customer);
      const body = { lines: [{ _id: order.id, quantity: 200 }], expectedTotal: 2 * order.total };
      return { params: { id: await purchaseOf(stage, order.id) }, body };
    },
  },
  changeDetails: {
    who: 'the owner and staff',
    others: NOT_FOUND,
    arrange: async (stage) => ({ ...(await freshPurchase(stage)), body: { poNumber: 'PO-1' } }),
  },
  changeShipTo: {
    who: 'the owner and staff',
    others: NOT_FOUND,
    arrange: async (stage) => ({ ...(await freshPurchase(stage)), body: { shipTo: SHIP_TO } }),
  },
  addNote: {
    who: 'staff',
    arrange: async (stage) => ({ ...(await freshPurchase(stage)), body: { text: 'Call before Friday' } }),
  },
  beginPurchasePayment: { who: 'the owner', others: NOT_FOUND, arrange: freshPurchase },
  payPurchase: {
    who: 'the owner',
    others: NOT_FOUND,
    async arrange(stage, admitted) {
      const { id, transactionId } = await payableOrder(stage, admitted);
      return { params: { id: await purchaseOf(stage, id) }, body: { transactionId } };
    },
  },
};
