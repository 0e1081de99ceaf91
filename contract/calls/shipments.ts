import { z } from 'zod';
import { call } from '../call.ts';
import { InsertedSchema } from '../fields.ts';
import { PURCHASE_MAX_LINES } from '../purchase-limits.ts';
import { NewShipmentSchema, PickListQuerySchema, PickSchema } from '../shipments.ts';

/** The calls about what goes out. */
export const shipmentCalls = {
  addShipment: call('POST /purchases/:id/shipments', {
    may: 'shipment.create',
    tag: 'Shipping',
    summary: 'Ship pieces of a paid purchase; its buyer gets one mail',
    body: NewShipmentSchema,
    most: { lines: PURCHASE_MAX_LINES },
    output: InsertedSchema,
    creates: true,
    refuses: [
      'not_found',
      'not_paid',
      'already_refunded',
      'order_deleted',
      'being_refunded',
      'more_than_left',
      'purchase_full',
    ],
  }),
  listPicks: call('GET /shipping/pick-list', {
    may: 'shipment.plan',
    tag: 'Shipping',
    summary: 'What to take from the shelves for purchases, by bin, then SKU',
    query: PickListQuerySchema,
    output: z.array(PickSchema),
  }),
};
