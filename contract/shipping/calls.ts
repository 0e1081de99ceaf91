import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { InsertedSchema, ModifiedSchema, ReasonSchema } from '../kernel/fields.ts';
import { PURCHASE_MAX_LINES } from '../purchases/limits.ts';
import { CarriedBySchema, NewShipmentSchema, PickListQuerySchema, PickSchema } from './schema.ts';

const call = callsOf('Shipping');

/** The calls about what goes out. */
export const shipmentCalls = {
  addShipment: call('POST /purchases/:id/shipments', {
    may: 'shipment.create',
    summary: 'Ship pieces of a paid purchase; its buyer gets one mail',
    body: NewShipmentSchema,
    most: { lines: PURCHASE_MAX_LINES },
    output: InsertedSchema,
    creates: true,
    refuses: [
      'not_found',
      'not_paid',
      'not_approved',
      'already_refunded',
      'order_deleted',
      'being_refunded',
      'more_than_left',
      'purchase_full',
    ],
  }),
  changeShipment: call('PATCH /shipments/:id', {
    may: 'shipment.change',
    summary: 'Correct who carries a shipment, and by which number; its buyer is told',
    body: CarriedBySchema,
    output: ModifiedSchema,
    refuses: ['not_found', 'shipment_state'],
  }),
  cancelShipment: call('POST /shipments/:id/cancel', {
    may: 'shipment.change',
    summary:
      'Cancel a shipment that has not left: its pieces are to be shipped again, and its buyer reads why',
    body: ReasonSchema,
    output: ModifiedSchema,
    status: 200,
    refuses: ['not_found', 'shipment_state', 'already_refunded'],
  }),
  listPicks: call('GET /shipping/pick-list', {
    may: 'shipment.plan',
    summary: 'What to take from the shelves for purchases, by bin, then SKU',
    query: PickListQuerySchema,
    output: z.array(PickSchema),
  }),
};
