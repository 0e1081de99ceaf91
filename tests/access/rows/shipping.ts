import type { ShipmentCalls } from '../../../server/shipping/routes.ts';
import { until } from '../../until.ts';
import type { Rows, Sound, Stage } from '../row.ts';
import { purchaseOf } from './orders.ts';
import { payableOrder } from './payments.ts';

/** Whether the provider's last event of a payment has been received: it would change the database while a call is tried. */
async function isTold({ shop }: Stage, transactionId: string): Promise<boolean> {
  const { rowCount } = await shop.database.pool.query(
    "select from provider_events where intent_id = $1 and type = 'payment_intent.succeeded'",
    [transactionId],
  );
  return rowCount !== 0;
}

/** A purchase of the customer, paid where it is `needed`, and its line. */
export async function paidPurchase(stage: Stage, needed: boolean) {
  const { id: orderId, transactionId } = await payableOrder(stage, needed);
  if (needed) {
    await stage.till.settle(stage.customer, orderId, transactionId);
    await until(() => isTold(stage, transactionId));
  }
  return { id: await purchaseOf(stage, orderId), orderId };
}

/** A shipment of one piece, or no real one where it is not `needed`. */
async function shipment(stage: Stage, needed: boolean): Promise<string> {
  const { id, orderId } = await paidPurchase(stage, needed);
  if (!needed) return id;
  const body = { lines: [{ orderId, quantity: 1 }] };
  return (await stage.shop.call(`POST /purchases/${id}/shipments`, { token: stage.admin.token, body })).body
    .insertedId;
}

export const shipmentRows: Rows<ShipmentCalls> = {
  addShipment: {
    who: 'staff',
    async arrange(stage, admitted): Promise<Sound> {
      const { id, orderId } = await paidPurchase(stage, admitted);
      return { params: { id }, body: { lines: [{ orderId, quantity: 1 }] } };
    },
  },
  changeShipment: {
    who: 'staff',
    arrange: async (stage, admitted): Promise<Sound> => ({
      params: { id: await shipment(stage, admitted) },
      body: { carrier: 'DHL', tracking: '00 34' },
    }),
  },
  cancelShipment: {
    who: 'staff',
    arrange: async (stage, admitted): Promise<Sound> => ({
      params: { id: await shipment(stage, admitted) },
      body: { why: 'It has not left' },
    }),
  },
  listPicks: { who: 'staff', arrange: () => ({ query: '?purchases=none' }) },
};
