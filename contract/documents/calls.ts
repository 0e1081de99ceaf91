import { z } from 'zod';
import { callsOf } from '../kernel/call.ts';
import { CreditNoteSchema, DocumentQuerySchema, LabelQuerySchema } from './schema.ts';

const call = callsOf('Purchases');

const BYTES = { output: 'bytes', media: ['application/pdf'] } as const;
const PDF = { query: DocumentQuerySchema, ...BYTES } as const;

/** The calls about documents of purchases. */
export const documentCalls = {
  getConfirmation: call('GET /purchases/:id/confirmation.pdf', {
    may: 'purchase.read',
    summary:
      'The order confirmation of a purchase, as PDF on A4 or, with `paper`, US Letter; until it is paid a pro-forma invoice, too',
    ...PDF,
    refuses: ['not_found'],
  }),
  getInvoice: call('GET /purchases/:id/invoice.pdf', {
    may: 'purchase.read',
    summary: 'The invoice of a paid purchase, as PDF. What it says never changes',
    ...PDF,
    refuses: ['not_found', 'not_paid'],
  }),
  listCreditNotes: call('GET /purchases/:id/credit-notes', {
    may: 'purchase.read',
    summary: 'The credit notes of a purchase, oldest first: one for each refund',
    output: z.array(CreditNoteSchema),
    refuses: ['not_found'],
  }),
  getCreditNote: call('GET /credit-notes/:number/credit-note.pdf', {
    may: 'purchase.read',
    summary: 'A credit note by its number, as PDF',
    ...PDF,
    refuses: ['not_found'],
  }),
  getPackingSlip: call('GET /shipments/:id/packing-slip.pdf', {
    may: 'shipment.print',
    tag: 'Shipping',
    summary: 'The packing slip of a shipment, without prices, as PDF',
    ...PDF,
    refuses: ['not_found'],
  }),
  getAddressLabel: call('GET /shipments/:id/label.pdf', {
    may: 'shipment.print',
    tag: 'Shipping',
    summary: 'The address label of a shipment, as PDF of 100 by 150 mm or, with `size`, A6',
    query: LabelQuerySchema,
    ...BYTES,
    refuses: ['not_found'],
  }),
};
