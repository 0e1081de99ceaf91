import type { ColumnType, Generated } from 'kysely';
import type { ShipTo } from '#contract/address-book/ship-to.ts';

/** Everything that documents say of a purchase: what `invoice_facts()` of functions.sql returns. Times are ISO 8601. */
export interface DocumentFacts {
  number: number;
  placedAt: string;
  paidAt: string | null;
  transactionId: string | null;
  buyer: { name: string; email: string };
  /** The address as text; `shipTo` has what of it is known by itself. */
  address: string;
  phone: string;
  shipTo: Omit<ShipTo, 'street' | 'phone'> | null;
  poNumber: string | null;
  costCentre: string | null;
  note: string | null;
  deliveryWish: string | null;
  totalCents: number;
  lines: LineFacts[];
}

export interface LineFacts {
  no: number;
  name: string;
  sku: string;
  maker: string | null;
  mpn: string | null;
  customerRef: string | null;
  designators: string | null;
  quantity: number;
  unitPriceMicros: number;
  totalCents: number;
  /** The day on which pieces were expected that were not in stock yet, and how many; null where all were. */
  expectedOn: string | null;
  expectedPieces: number;
}

/** Sellers, invoices and credit notes. */
export interface InvoiceTables {
  /** The seller on documents: a row for each set of facts. */
  sellers: {
    id: Generated<number>;
    facts: ColumnType<Record<string, unknown>, string, never>;
    since: Generated<Date>;
  };
  /** What was invoiced, as it was then. Written by the database when a purchase becomes paid (functions.sql). */
  invoices: {
    number: number;
    purchase_id: string;
    issued_at: Date;
    seller_id: number | null;
    facts: DocumentFacts;
  };
  /** What was refunded of an invoice. Written by the database when a payment is refunded. */
  credit_notes: {
    number: number;
    purchase_id: string;
    refund_id: string | null;
    cents: number;
    issued_at: Date;
    seller_id: number | null;
    lines: { no: number; quantity: number; cents: number }[] | null;
    reason: string | null;
    withdrawn_at: Date | null;
  };
}
