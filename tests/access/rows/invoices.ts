import type { DocumentCalls } from '../../../server/documents/routes.ts';
import { NOT_FOUND, type Rows, type Sound, type Stage } from '../row.ts';
import { purchaseOf } from './orders.ts';
import { payableOrder } from './payments.ts';

/** A line of a paid purchase of the customer, also for those who may not see it. Its events would come while nothing may change. */
async function paidOrder(stage: Stage): Promise<string> {
  await stage.till.addFault({ event: '*', effect: 'lose', times: '100' });
  const { id, transactionId } = await payableOrder(stage, true);
  await stage.till.settle(stage.customer, id, transactionId);
  return id;
}

/** A shipment of the customer's paid purchase: by staff, so also for those who may not see it. */
async function ofShipped(stage: Stage): Promise<Sound> {
  const orderId = await paidOrder(stage);
  const { body } = await stage.shop.call(`POST /purchases/${await purchaseOf(stage, orderId)}/shipments`, {
    ...{ token: stage.admin.token, body: { lines: [{ orderId, quantity: 1 }] } },
  });
  await stage.till.clearFaults();
  return { params: { id: body.insertedId } };
}

async function ofPaid(stage: Stage): Promise<Sound> {
  const id = await purchaseOf(stage, await paidOrder(stage));
  await stage.till.clearFaults();
  return { params: { id } };
}

export const documentRows: Rows<DocumentCalls> = {
  getPackingSlip: { who: 'staff', arrange: ofShipped },
  getAddressLabel: { who: 'staff', arrange: ofShipped },
  getConfirmation: {
    who: 'the owner and staff',
    others: NOT_FOUND,
    async arrange(stage) {
      return { params: { id: await purchaseOf(stage, (await stage.till.place(stage.customer)).id) } };
    },
  },
  getInvoice: { who: 'the owner and staff', others: NOT_FOUND, arrange: ofPaid },
  listCreditNotes: { who: 'the owner and staff', others: NOT_FOUND, arrange: ofPaid },
  getCreditNote: {
    who: 'the owner and staff',
    others: NOT_FOUND,
    async arrange(stage) {
      const { shop, admin, customer } = stage;
      const order = await paidOrder(stage);
      await shop.call(`POST /orders/${order}/refund`, {
        token: admin.token,
        body: { reason: 'Broken in transit' },
      });
      const purchase = await purchaseOf(stage, order);
      const { body } = await shop.call(`GET /purchases/${purchase}/credit-notes`, { token: customer.token });
      await stage.till.clearFaults();
      return { params: { number: body[0].number } };
    },
  },
};
