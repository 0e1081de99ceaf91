import type { ExpressionBuilder } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { Queryable } from '../ground/database/client.ts';
import type { Schema } from '../ground/database/schema.ts';
import type { DocumentFacts, LineFacts } from '../ground/database/tables/invoices.ts';
import { chargesOf, totalOf } from '../purchases/amounts.ts';
import { toAddress } from '../purchases/delivery.ts';
import type { PurchaseState } from '../purchases/rules.ts';

/** A purchase as it is now, as documents say it. */
export interface PurchaseNow {
  purchase: DocumentFacts;
  state: PurchaseState;
  heldUntil: Date | null;
}

/** The unit of all quantities: pieces, by UN/ECE Recommendation 20. */
const PIECES = 'C62';

/** The company that a purchase is of; null for a person's. */
export const buyingCompany = (purchase: ExpressionBuilder<Schema, 'purchases'>) =>
  jsonObjectFrom(
    purchase
      .selectFrom('buyers')
      .select(['buyers.name', 'buyers.address', 'tax_id as taxId'])
      .whereRef('buyers.id', '=', 'purchases.buyer_id')
      .where('kind', '=', 'company'),
  ).as('company');

interface Placer {
  name: string;
  email: string;
  company: (Pick<DocumentFacts['buyer'], 'address' | 'taxId'> & { name: string | null }) | null;
  shipTo: DocumentFacts['shipTo'];
}

/** Returns who buys, as documents name them. */
export const toBuyer = ({ name, email, company, shipTo }: Placer): DocumentFacts['buyer'] => ({
  ...{ name, email, company: company?.name ?? shipTo?.company ?? null },
  ...(company && { address: company.address, taxId: company.taxId }),
});

/** Reads what documents say of a purchase. The purchase has to be there. */
export async function readPurchase(db: Queryable, id: string): Promise<PurchaseNow> {
  const { state, heldUntil, ...row } = await db
    .selectFrom('purchases')
    .select(['state', 'held_until as heldUntil', 'number', 'placed_at as placedAt', 'paid_at as paidAt'])
    .select(['transaction_id as transactionId', 'buyer_name as name', 'buyer_email as email'])
    .select(['shipping_address as address', 'phone', 'ship_to as shipTo', 'po_number as poNumber'])
    .select(['cost_centre as costCentre', 'note', 'delivery_wish as deliveryWish', 'bill_to as billTo'])
    .select(['currency'])
    .select(chargesOf)
    .select((purchase) =>
      jsonArrayFrom(
        purchase
          .selectFrom('orders')
          .innerJoin('products', 'products.id', 'orders.product_id')
          .leftJoin('receipts', 'receipts.id', 'orders.receipt_id')
          .select(['line_no as no', 'product_name as name', 'sku', 'maker', 'mpn'])
          .select(['customer_ref as customerRef', 'designators', 'orders.quantity'])
          .select(['unit_price_micros as unitPriceMicros', 'total_cents as totalCents'])
          .select(['receipts.due_on as expectedOn', 'awaited as expectedPieces'])
          .whereRef('purchase_id', '=', 'purchases.id')
          .where('orders.deleted_at', 'is', null)
          .orderBy('line_no'),
      ).as('lines'),
    )
    .select(buyingCompany)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { name, email, company, placedAt, paidAt, lines, charges, ...facts } = row;
  const { address, phone, shipTo } = facts;
  const nets = lines.map(({ totalCents }) => ({ cents: totalCents }));
  const { grossCents, rates } = totalOf(nets, { charges });
  return {
    state,
    heldUntil,
    purchase: {
      ...facts,
      placedAt: placedAt.toISOString(),
      paidAt: paidAt?.toISOString() ?? null,
      buyer: toBuyer({ name, email, company, shipTo }),
      deliverTo: toAddress({ address, phone, shipTo: shipTo ?? undefined }).shipTo ?? null,
      totalCents: grossCents,
      taxes: rates,
      lines: lines.map(toLine),
    },
  };
}

function toLine(line: LineFacts): LineFacts {
  return { ...line, unitCode: PIECES, expectedOn: line.expectedPieces > 0 ? line.expectedOn : null };
}
