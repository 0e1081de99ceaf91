import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { DeletedSchema, InsertedSchema, ModifiedSchema } from '../kernel/fields.ts';
import {
  ArrivalSchema,
  ArrivedSchema,
  NewReceiptSchema,
  ReceiptChangeSchema,
  ReceiptSchema,
} from './schema.ts';

const call = callsOf('Catalogue');

/** The calls about expected goods. */
export const receiptCalls = {
  listReceipts: call('GET /products/:id/receipts', {
    may: 'receipt.read',
    summary: 'What is expected of a product by date, then the last 20 deliveries that have arrived',
    output: z.array(ReceiptSchema),
  }),
  addReceipt: call('POST /products/:id/receipts', {
    may: 'receipt.write',
    summary: 'Say that pieces of a product are expected on a day: they can be ordered from then on',
    body: NewReceiptSchema,
    output: InsertedSchema,
    creates: true,
    refuses: ['not_found', 'receipt_exists'],
  }),
  changeReceipt: call('PATCH /receipts/:id', {
    may: 'receipt.write',
    summary:
      'Change the day or the pieces of an expected delivery; buyers who wait for it are told a new day',
    body: ReceiptChangeSchema,
    output: ModifiedSchema,
    refuses: ['not_found', 'receipt_exists', 'receipt_promised', 'receipt_closed'],
  }),
  removeReceipt: call('DELETE /receipts/:id', {
    may: 'receipt.write',
    summary: 'Call off an expected delivery of which nothing is promised',
    output: DeletedSchema,
    refuses: ['receipt_promised'],
  }),
  arriveReceipt: call('POST /receipts/:id/arrive', {
    may: 'receipt.write',
    summary: 'Book pieces in: first for the orders that wait for them, the rest goes on sale',
    body: ArrivalSchema,
    output: ArrivedSchema,
    status: 200,
    creates: true,
    refuses: ['not_found', 'receipt_closed'],
  }),
};
