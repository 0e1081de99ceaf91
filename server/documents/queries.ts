import { type RawBuilder, sql } from 'kysely';
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

/** The invoices of a purchase, oldest first: here all begins that reads them. There is one now, once the purchase is accepted. */
export const invoicesOf = (db: Queryable, purchaseId: string | RawBuilder<string>) =>
  db.selectFrom('invoices as issued').where('purchase_id', '=', purchaseId).orderBy('number');

/** Undefined while the purchase is not paid. */
export function findInvoice(db: Queryable, purchaseId: string): Promise<InvoiceFacts | undefined> {
  return invoicesOf(db, purchaseId)
    .select(['number', 'issued_at as issuedAt', 'facts as purchase', SELLER_FACTS.as('seller')])
    .executeTakeFirst();
}

/** Whom an invoice names. */
export type Invoiced = Pick<DocumentFacts, 'buyer' | 'billTo' | 'shipTo'>;

/** The number of a purchase's invoice, and whom it names as it was issued. */
export const issuedOf = (db: Queryable, purchaseId: RawBuilder<string>) =>
  invoicesOf(db, purchaseId)
    .select(
      sql<Invoiced & Pick<InvoiceFacts, 'number'>>`json_build_object('number', number,
        'buyer', facts -> 'buyer', 'billTo', facts -> 'billTo', 'shipTo', facts -> 'shipTo')`.as('invoice'),
    )
    .limit(1);

/** Credit notes, each with its invoice. */
const creditNotes = (db: Queryable) =>
  db
    .selectFrom('credit_notes as issued')
    .innerJoin('invoices', 'invoices.purchase_id', 'issued.purchase_id')
    .select([
      'issued.number',
      'issued.issued_at as issuedAt',
      'cents',
      'reason',
      'withdrawn_at as withdrawnAt',
    ])
    .select('invoices.number as invoiceNumber');

export async function listCreditNotes(db: Queryable, purchaseId: string): Promise<CreditNote[]> {
  const rows = await creditNotes(db)
    .where('issued.purchase_id', '=', purchaseId)
    .orderBy('issued.number')
    .execute();
  return rows.map((row) => ({
    number: formatCreditNoteNumber(row.number),
    invoiceNumber: formatInvoiceNumber(row.invoiceNumber),
    issuedAt: row.issuedAt.toISOString(),
    amount: toDollars(row.cents),
    reason: row.reason ?? undefined,
    withdrawnAt: row.withdrawnAt?.toISOString(),
  }));
}

/** A credit note of a purchase in reach. */
export async function findCreditNote(
  db: Queryable,
  number: number,
  reach: Reach,
): Promise<CreditNoteFacts | undefined> {
  const row = await creditNotes(db)
    .innerJoin('purchases', 'purchases.id', 'issued.purchase_id')
    .select(['lines', SELLER_FACTS.as('seller')])
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
