import type { ColumnType, Generated } from 'kysely';
import type { ShipTo } from '#contract/address-book/ship-to.ts';
import type { Amounts } from '#contract/kernel/amounts.ts';

/**
 * Everything that documents say of a purchase, with the terms (BT, BG) of EN 16931. Times are ISO 8601. What may be undefined is
 * lacking in documents of earlier versions.
 */
export interface DocumentFacts {
  /** The sales order (BT-14). */
  number: number;
  placedAt: string;
  paidAt: string | null;
  transactionId: string | null;
  /**
   * Who has placed it and the company (BG-7). Of one that is a buyer also its own address (BG-8) and tax number (BT-48); of people the
   * company is that of the delivery.
   */
  buyer: {
    name: string;
    email: string;
    company?: string | null;
    address?: ShipTo | null;
    taxId?: string | null;
  };
  /** Whom the invoice is addressed to, where it is not the buyer's own address: it is the address of BG-8 then. */
  billTo?: ShipTo | null;
  /** Who gets the goods and where (BG-13); null where only the text of the address is known. */
  deliverTo?: ShipTo | null;
  /** The address as text; `shipTo` has what of it is known by itself. */
  address: string;
  phone: string;
  shipTo: Omit<ShipTo, 'street' | 'phone'> | null;
  /** BT-13. */
  poNumber: string | null;
  /** BT-19. */
  costCentre: string | null;
  note: string | null;
  deliveryWish: string | null;
  /** ISO 4217 (BT-5). */
  currency?: string;
  totalCents: number;
  /** For each category and rate (BG-23): `O` is not subject to tax, and a rate is in hundredths of a percent. */
  taxes?: Amounts['rates'];
  lines: LineFacts[];
}

export interface LineFacts {
  no: number;
  name: string;
  sku: string;
  maker: string | null;
  mpn: string | null;
  /** The buyer's part number (BT-156). */
  customerRef: string | null;
  designators: string | null;
  quantity: number;
  /** UN/ECE Recommendation 20 (BT-130): `C62` is a piece. */
  unitCode?: 'C62';
  unitPriceMicros: number;
  totalCents: number;
  /** The day on which pieces were expected that were not in stock yet, and how many; null where all were. */
  expectedOn: string | null;
  expectedPieces: number;
}

/** Pieces of a line of an invoice that are credited, by the line's number. */
export interface CreditedLine {
  no: number;
  quantity: number;
  cents: number;
}

/** Sellers, invoices and credit notes. */
export interface InvoiceTables {
  /** The seller on documents: a row for each set of facts. */
  sellers: {
    id: Generated<number>;
    facts: ColumnType<Record<string, unknown>, string, never>;
    since: Generated<Date>;
  };
  /** What was invoiced, as it was then. */
  invoices: {
    number: number;
    purchase_id: string;
    issued_at: Date;
    seller_id: number | null;
    facts: DocumentFacts;
    currency: ColumnType<string, never, never>;
  };
  /** What was refunded of an invoice. */
  credit_notes: {
    number: number;
    purchase_id: string;
    refund_id: string | null;
    cents: number;
    currency: ColumnType<string, never, never>;
    issued_at: Date;
    seller_id: number | null;
    lines: CreditedLine[] | null;
    reason: string | null;
    withdrawn_at: Date | null;
  };
}
