import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { formatInvoiceNumber } from '#contract/documents/schema.ts';
import type { Page } from '#contract/kernel/fields.ts';
import { fromMicros, toDollars } from '#contract/kernel/money.ts';
import type { Own, Reach } from '#contract/kernel/reach.ts';
import { formatOrderNumber } from '#contract/purchases/order-number.ts';
import type {
  Purchase,
  PurchaseDetail,
  PurchaseLine,
  PurchaseListQuery,
} from '#contract/purchases/schema.ts';
import { buyingCompany, toBuyer } from '../documents/facts.ts';
import { issuedOf } from '../documents/queries.ts';
import { invoicedLines } from '../documents/words.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { notFound } from '../ground/handling/problem.ts';
import { piecesToShip } from '../products/shelf.ts';
import { expectedFields, expectedOn } from '../purchases/expected.ts';
import { factsOf } from '../purchases/facts.ts';
import { isToShip } from '../purchases/pieces.ts';
import { isAccepted, type PurchaseState } from '../purchases/rules.ts';
import { listReturns } from '../returns/queries.ts';
import { listShipments } from '../shipping/queries.ts';
import { MONEY_BACK, REFUNDING, refundedFields } from './money-back.ts';
import { isFound, type OrderOwner, purchaseHas, purchasesOf, shippingOf } from './owned.ts';
import { approvalOf, companyOf, purchaseFields } from './purchase-fields.ts';
import { approvalFields } from './waiting.ts';

/** The filter of a list of purchases. */
type PurchaseFilter = Pick<PurchaseListQuery, 'q' | 'state'>;

/** Purchases that are not deleted, newest first. */
export async function listPurchases(
  db: Queryable,
  owner: OrderOwner,
  { limit, after, ...filter }: Page & PurchaseFilter = {},
): Promise<Purchase[]> {
  if (after !== undefined && !isId(after)) return [];
  let query = selectPurchases(purchasesOf(db, owner).where(isFound(filter, owner, hasWord))).orderBy(
    'purchases.id',
    'desc',
  );
  if (after !== undefined) query = query.where('purchases.id', '<', after);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map(toPurchase);
}

/** How many purchases there are that are not deleted. Reads them all: of everybody's there are many. */
export async function countPurchases(
  db: Queryable,
  owner: OrderOwner,
  filter: PurchaseFilter = {},
): Promise<number> {
  const { total } = await purchasesOf(db, owner)
    .where(isFound(filter, owner, hasWord))
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** One purchase with its lines, as `caller` sees it. Throws 404 for one that is not in reach, or deleted. */
export async function findPurchaseDetail(
  db: Queryable,
  id: string,
  reach: Reach,
  caller: Own,
): Promise<PurchaseDetail> {
  const found = selectPurchases(purchasesOf(db, ownerIn(reach)))
    .select(buyingCompany)
    .select(issuedOf(db, sql.ref<string>('purchases.id')).as('issued'))
    .where('purchases.id', '=', id);
  const row = isId(id) ? await found.executeTakeFirst() : undefined;
  if (!row) throw notFound('order');
  const purchase = toPurchase(row);
  const { issued, company, buyer_name: name, buyer_email: email, ship_to: shipTo, bill_to: billTo } = row;
  return {
    ...purchase,
    invoiceNumber: issued === null ? undefined : formatInvoiceNumber(issued.number),
    invoiceTo: invoicedLines(issued ?? { buyer: toBuyer({ name, email, company, shipTo }), billTo, shipTo }),
    lines: await listLines(db, purchase, row.state),
    shipments: await listShipments(db, id),
    returns: await listReturns(db, id),
    ...(purchase.buyerId !== undefined && (await approvalFields(db, id, caller))),
  };
}

/** The number of a purchase as people read it. Throws 404 as `findPurchaseDetail`. */
export async function findPurchaseNumber(db: Queryable, id: string, reach: Reach): Promise<string> {
  const found = purchasesOf(db, ownerIn(reach)).select('purchases.number').where('purchases.id', '=', id);
  const row = isId(id) ? await found.executeTakeFirst() : undefined;
  if (!row) throw notFound('order');
  return formatOrderNumber(row.number);
}

async function listLines(db: Queryable, purchase: Purchase, state: PurchaseState): Promise<PurchaseLine[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('products', 'products.id', 'orders.product_id')
    .select(['orders.id', 'product_id', 'product_name', 'sku', 'ean', 'quantity', 'unit_price_micros'])
    .select(['total_cents', 'customer_ref', 'designators', 'refunded_quantity'])
    .select('refunded_cents as line_refunded_cents')
    .select([expectedOn.as('expected_on'), 'awaited', piecesToShip.as('to_ship')])
    .select(['shipped_quantity', 'cancelled_quantity', 'returning_quantity', 'returned_quantity'])
    .select(['declined_quantity', 'price_source'])
    .select(REFUNDING)
    .where('purchase_id', '=', purchase._id)
    .where('deleted_at', 'is', null)
    .orderBy('line_no')
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    productId: row.product_id,
    productName: row.product_name,
    sku: row.sku,
    ean: row.ean ?? undefined,
    quantity: row.quantity,
    price: fromMicros(row.unit_price_micros),
    priceSource: row.price_source ?? undefined,
    total: toDollars(row.total_cents),
    customerRef: row.customer_ref ?? undefined,
    designators: row.designators ?? undefined,
    ...expectedFields({ ...row, state }),
    ...refundedFields(row, purchase.refunded === purchase.total),
    shippedPieces: row.shipped_quantity,
    cancelledPieces: row.cancelled_quantity,
    toShip: purchase.toShip > 0 ? row.to_ship : 0,
    returningPieces: row.returning_quantity,
    returnedPieces: row.returned_quantity,
    declinedPieces: row.declined_quantity,
  }));
}

type PurchasesQuery = ReturnType<typeof purchasesOf>;

const LINES = sql`from orders where orders.purchase_id = purchases.id and orders.deleted_at is null`;

/** Reads what `toPurchase` makes a purchase of. */
export function selectPurchases(purchases: PurchasesQuery) {
  return purchases
    .selectAll('purchases')
    .select([
      ...MONEY_BACK,
      companyOf,
      approvalOf,
      sql<number>`case when ${isToShip} then to_ship_pieces else 0 end`.as('to_ship_now'),
      sql<number>`(select count(*) ${LINES})`.as('line_count'),
      sql<string>`(select product_name ${LINES} order by line_no limit 1)`.as('first_product'),
    ]);
}

/** A purchase has a word, or one of its lines has. */
function hasWord(word: string): RawBuilder<SqlBool> {
  const has = (column: string) => sql`strpos(lower(${sql.raw(column)}), ${word}) > 0`;
  // The lines of each purchase by their index: a subquery of `exists` may be made from all lines there are.
  return sql`(${purchaseHas(word)} or (
      select true from orders join products on products.id = product_id
      where orders.purchase_id = purchases.id and orders.deleted_at is null
        and (${has('product_name')} or ${has('customer_ref')} or ${has('sku')})
      limit 1
    ))`;
}

export function toPurchase(
  row: Awaited<ReturnType<ReturnType<typeof selectPurchases>['execute']>>[number],
): Purchase {
  return {
    ...purchaseFields(row),
    _id: row.id,
    ...factsOf(row),
    lineCount: row.line_count,
    firstProduct: row.first_product,
    total: toDollars(row.total_cents),
    placedAt: row.placed_at.toISOString(),
    ...(isAccepted(row.state) &&
      row.unshipped_pieces > 0 && {
        cancelAskedAt: row.cancel_asked_at?.toISOString(),
        cancelWhy: row.cancel_why ?? undefined,
      }),
    shipping: shippingOf(row.shipped_pieces, row.unshipped_pieces),
    toShip: row.to_ship_now,
  };
}

/** Whose purchases are in reach. */
const ownerIn = (reach: Reach) => (reach === 'all' ? 'everyone' : reach);
