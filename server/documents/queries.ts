import { sql } from 'kysely';
import { type CreditNote, formatCreditNoteNumber, formatInvoiceNumber } from '#contract/documents/schema.ts';
import { toDollars } from '#contract/kernel/money.ts';
import type { Reach } from '#contract/kernel/reach.ts';
import type { Queryable } from '../ground/database/client.ts';
import { ownedBy } from '../ground/database/owned-by.ts';
import type { Schema } from '../ground/database/schema.ts';
import type { DocumentFacts } from '../ground/database/tables/invoices.ts';
import type { PurchaseNow } from './facts.ts';
import type { Seller } from './seller.ts';

/** What a confirmation says: the purchase as it is now. */
export interface ConfirmationFacts extends PurchaseNow {
  seller: Seller;
}

/** What an invoice says: all as it was when it was issued. */
export interface InvoiceFacts {
  number: number;
  issuedAt: Date;
  seller: Seller;
  purchase: DocumentFacts;
}

export interface CreditNoteFacts {
  number: number;
  issuedAt: Date;
  seller: Seller;
  cents: number;
  lines: Schema['credit_notes']['lines'];
  reason: string | null;
  withdrawnAt: Date | null;
  invoice: Omit<InvoiceFacts, 'seller'> & Pick<Seller, 'timeZone'>;
}

/** The seller's facts of a document. Invoices that were issued before sellers were stored have the first seller. */
const SELLER_FACTS = sql<Seller>`(
  select sellers.facts from sellers where sellers.id = coalesce(issued.seller_id, (select min(id) from sellers)))`;

/** In which the days of the credited invoice are written. */
const INVOICE_ZONE = sql<
  string | null
>`(select facts ->> 'timeZone' from sellers where sellers.id = invoices.seller_id)`;

/** Undefined while the purchase is not paid. */
export async function findInvoice(db: Queryable, purchaseId: string): Promise<InvoiceFacts | undefined> {
  return db
    .selectFrom('invoices as issued')
    .select(['number', 'issued_at as issuedAt', 'facts as purchase', SELLER_FACTS.as('seller')])
    .where('purchase_id', '=', purchaseId)
    .executeTakeFirst();
}

export async function listCreditNotes(db: Queryable, purchaseId: string): Promise<CreditNote[]> {
  const rows = await db
    .selectFrom('credit_notes')
    .innerJoin('invoices', 'invoices.purchase_id', 'credit_notes.purchase_id')
    .select(['credit_notes.number', 'credit_notes.issued_at', 'cents', 'reason', 'withdrawn_at'])
    .select('invoices.number as invoice')
    .where('credit_notes.purchase_id', '=', purchaseId)
    .orderBy('credit_notes.number')
    .execute();
  return rows.map((row) => ({
    number: formatCreditNoteNumber(row.number),
    invoiceNumber: formatInvoiceNumber(row.invoice),
    issuedAt: row.issued_at.toISOString(),
    amount: toDollars(row.cents),
    reason: row.reason ?? undefined,
    withdrawnAt: row.withdrawn_at?.toISOString(),
  }));
}

/** A credit note of a purchase in reach. */
export async function findCreditNote(
  db: Queryable,
  number: number,
  reach: Reach,
): Promise<CreditNoteFacts | undefined> {
  const row = await db
    .selectFrom('credit_notes as issued')
    .innerJoin('invoices', 'invoices.purchase_id', 'issued.purchase_id')
    .innerJoin('purchases', 'purchases.id', 'issued.purchase_id')
    .select(['issued.number', 'issued.issued_at as issuedAt', 'cents', 'lines', 'reason'])
    .select(['withdrawn_at as withdrawnAt', SELLER_FACTS.as('seller'), 'invoices.number as invoiceNumber'])
    .select(['invoices.issued_at as invoicedAt', 'invoices.facts', INVOICE_ZONE.as('zone')])
    .where('issued.number', '=', number)
    .where('purchases.state', '<>', 'deleted')
    .where(ownedBy(reach))
    .executeTakeFirst();
  if (!row) return undefined;
  const { invoiceNumber, invoicedAt, facts, zone, ...note } = row;
  const invoice = { number: invoiceNumber, issuedAt: invoicedAt, purchase: facts };
  return { ...note, invoice: { ...invoice, ...(zone !== null && { timeZone: zone }) } };
}
