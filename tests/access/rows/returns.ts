import type { ReturnCalls } from '../../../server/returns/routes.ts';
import { NOT_FOUND, type Rows, type Sound, type Stage } from '../row.ts';
import { smallPicture } from './images.ts';
import { purchaseOf } from './orders.ts';
import { paidPurchase } from './shipping.ts';

/** A shipped piece of the customer. */
async function shipped(stage: Stage, needed: boolean) {
  const { id, orderId } = await paidPurchase(stage, needed);
  const lines = [{ orderId, quantity: 1 }];
  if (needed)
    await stage.shop.call(`POST /purchases/${id}/shipments`, { token: stage.admin.token, body: { lines } });
  return { id, orderId };
}

async function asked(stage: Stage, needed: boolean): Promise<{ id: string; orderId: string }> {
  const { id, orderId } = await shipped(stage, needed);
  if (!needed) return { id, orderId };
  const lines = [{ orderId, quantity: 1, reason: 'Too many' }];
  const { token } = stage.customer;
  const { body } = await stage.shop.call(`POST /purchases/${id}/returns`, { token, body: { lines } });
  return { id: body.insertedId, orderId };
}

export const returnRows: Rows<ReturnCalls> = {
  addReturn: {
    who: 'the owner and staff',
    others: NOT_FOUND,
    async arrange(stage, admitted): Promise<Sound> {
      const { id, orderId } = await shipped(stage, admitted);
      return { params: { id }, body: { lines: [{ orderId, quantity: 1, reason: 'Too many' }] } };
    },
  },
  addReturnPicture: {
    who: 'the owner and staff',
    others: NOT_FOUND,
    arrange: async (stage): Promise<Sound> => ({
      params: { id: (await asked(stage, true)).id },
      ...(await smallPicture()),
    }),
  },
  getReturnPicture: {
    who: 'the owner and staff',
    others: NOT_FOUND,
    async arrange(stage): Promise<Sound> {
      const { id } = await asked(stage, true);
      const { body } = await smallPicture();
      await fetch(`${stage.shop.origin}/returns/${id}/pictures`, {
        ...{
          method: 'POST',
          headers: { authorization: `Bearer ${stage.customer.token}` },
          body: body as FormData,
        },
      });
      return { params: { id, nth: '1' } };
    },
  },
  listOpenReturns: { who: 'staff' },
  answerReturn: {
    who: 'staff',
    async arrange(stage, admitted): Promise<Sound> {
      return { params: { id: (await asked(stage, admitted)).id }, body: { state: 'accepted' } };
    },
  },
  withdrawReturn: {
    who: 'the owner',
    others: NOT_FOUND,
    async arrange(stage, admitted): Promise<Sound> {
      return { params: { id: (await asked(stage, admitted)).id } };
    },
  },
  declineRefund: {
    who: 'admins',
    async arrange(stage, admitted): Promise<Sound> {
      const { id, orderId } = await asked(stage, admitted);
      const lines = [{ orderId, quantity: 1, condition: 'worn', restock: false }];
      const { token } = stage.admin;
      if (admitted) await stage.shop.call(`POST /returns/${id}/receive`, { token, body: { lines } });
      return {
        params: { id: await purchaseOf(stage, orderId) },
        body: { pieces: 1, why: 'The seals are broken' },
      };
    },
  },
  receiveReturn: {
    who: 'staff',
    async arrange(stage, admitted): Promise<Sound> {
      const { id, orderId } = await asked(stage, admitted);
      return {
        params: { id },
        body: { lines: [{ orderId, quantity: 1, condition: 'as new', restock: true }] },
      };
    },
  },
};
