import { z } from 'zod';
import { say } from '../kernel/field-message.ts';
import { TimeSchema } from '../kernel/fields.ts';

/** The papers that documents are made for: A4 without being asked, or US Letter. */
export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

export const DocumentQuerySchema = z.object({ paper: z.enum(PAPERS, say('paper')).optional() });

/** The sizes that address labels are made in: 100 by 150 mm without being asked, or A6. */
export const LABEL_SIZES = ['100x150', 'a6'] as const;
export type LabelSize = (typeof LABEL_SIZES)[number];

export const LabelQuerySchema = z.object({ size: z.enum(LABEL_SIZES, say('label_size')).optional() });

/** Formats the stored number of an invoice: 12 is 'INV-000012'. */
export function formatInvoiceNumber(number: number): string {
  return `INV-${padded(number)}`;
}

/** Formats the stored number of a credit note: 12 is 'CN-000012'. */
export function formatCreditNoteNumber(number: number): string {
  return `CN-${padded(number)}`;
}

/** Parses the number of an invoice as it is shown. Undefined for anything else. */
export function parseInvoiceNumber(text: string): number | undefined {
  return positive(/^INV-(\d{6,9})$/i.exec(text)?.[1]);
}

/** Parses the number of a credit note as it is shown. Undefined for anything else. */
export function parseCreditNoteNumber(text: string): number | undefined {
  return positive(/^CN-(\d{6,9})$/i.exec(text)?.[1]);
}

function positive(digits: string | undefined): number | undefined {
  return digits && Number(digits) > 0 ? Number(digits) : undefined;
}

function padded(number: number): string {
  return String(number).padStart(6, '0');
}

/** What was refunded of an invoice. */
export const CreditNoteSchema = z.object({
  /** As it is shown, such as 'CN-000012'. */
  number: z.string(),
  /** That of the invoice, such as 'INV-000012'. */
  invoiceNumber: z.string(),
  issuedAt: TimeSchema,
  /** Dollars. */
  amount: z.number(),
  /** What an admin wrote. */
  reason: z.string().optional(),
  /** When the buyer's bank had sent the money back, and the refund was given up: the number stays taken. */
  withdrawnAt: TimeSchema.optional(),
});
export type CreditNote = z.infer<typeof CreditNoteSchema>;
