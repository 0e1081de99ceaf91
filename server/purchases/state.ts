import { type ExpressionBuilder, type RawBuilder, sql, type UpdateObject } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { isForCompany, type Reach } from '#contract/kernel/reach.ts';
import type { RefundableLine } from '#contract/payments/refunds.ts';
import type { Queryable } from '../ground/database/client.ts';
import type { Schema } from '../ground/database/schema.ts';
import { isId } from '../ground/database/uuid.ts';
import { notFound } from '../ground/handling/problem.ts';
import { type Besides, chargesOf } from './amounts.ts';
import { type Kept, type KeptVerdict, keptProblem, refuseKept, requireOpen } from './buyers.ts';
import { findPurchase, isUnapproved } from './queries.ts';
import { type Hold, type Payable, requireTransition } from './rules.ts';

/** A purchase's row as rules need it, locked until the transaction ends, with its buyer's counters. Deleted purchases, too. */
export interface LockedPurchase extends Payable, Besides {
  id: string;
  /** Who has placed it; null once the account is gone. */
  userId: string | null;
  buyerId: string | null;
  totalCents: number;
  transactionId: string | null;
  /** Of a purchase that is not paid, and of a company's; undefined when the account is gone, too. */
  buyer: ({ heldCents: number; isAddressProven: boolean } & Kept) | undefined;
  /** Those that are not deleted, in their order. They change under the purchase's lock only. */
  lines: PurchaseLine[];
}

/** One product of a purchase. */
export interface PurchaseLine extends RefundableLine {
  id: string;
  productId: string;
  /** The expected goods that it takes from, and how many of its pieces have not arrived. */
  receiptId: string | null;
  awaited: number;
  /** Its pieces that are neither taken from stock nor awaited: their promise went back with a refund. */
  unpromised: number;
  /** Pieces that will not be shipped, that were shipped, that are to come back, and that came back. */
  cancelledQuantity: number;
  shippedQuantity: number;
  returningQuantity: number;
  returnedQuantity: number;
  /** Cancelled and returned pieces that are on sale again. */
  restockedQuantity: number;
  /** Of those that came back, those that are not refunded. */
  declinedQuantity: number;
}

type LockedRow = Omit<LockedPurchase, 'id' | 'buyer' | 'lines' | 'charges'> & {
  heldCents: number | null;
  isAddressProven: boolean | null;
  kept: Kept;
};

/**
 * Locks a purchase for a change of its state: its buyer first, where the purchase is counted there, then its row. What a company's
 * purchase counts in limits changes with refunds, too. Everywhere locks are taken in this order: buyers, purchase, payment, products
 * by id (docs/payments.md). They let others refer to the rows meanwhile. Undefined when there is none with this id.
 */
export async function lockPurchase(transaction: Queryable, id: string): Promise<LockedPurchase | undefined> {
  if (!isId(id)) return undefined;
  const { rows } = await sql<LockedRow>`
    with buyer as materialized (
      select kind, held_cents, closed_why, blocked_why, waiting_since from buyers
      where id = (select buyer_id from purchases
        where id = ${id} and (is_unpaid(state) or state = 'accepted' or buyer_id is distinct from user_id))
      for no key update
    )
    select purchases.user_id as "userId", purchases.buyer_id as "buyerId", state, total_cents as "totalCents", transaction_id as "transactionId",
      ${isUnapproved} as "isUnapproved", buyer.held_cents as "heldCents",
      -- A company's addresses are its members', and who opens one has proven theirs: as when it places.
      (kind = 'company' or coalesce(email_verified, true)) as "isAddressProven",
      json_build_object('closedWhy', buyer.closed_why, 'blockedWhy', buyer.blocked_why, 'isWaiting', buyer.waiting_since is not null) as kept
    from purchases left join buyer on true left join users on users.id = user_id
    where purchases.id = ${id} for no key update of purchases`.execute(transaction);
  const [row] = rows;
  if (!row) return undefined;
  const { heldCents, isAddressProven, kept, ...purchase } = row;
  const besides = await transaction
    .selectFrom('purchases')
    .select([linesOf, chargesOf])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const buyer = heldCents === null ? undefined : { heldCents, isAddressProven: isAddressProven!, ...kept };
  return { id, ...purchase, buyer, ...besides };
}

/** Locks a purchase in reach that is not deleted. Throws 404, and 409 to members of a company that is closed. */
export async function lockInReach(transaction: Queryable, id: string, reach: Reach): Promise<LockedPurchase> {
  const found = await findPurchase(transaction, id, reach);
  const purchase = found && (await lockPurchase(transaction, id));
  if (!purchase || purchase.state === 'deleted') throw notFound('order');
  if (reach !== 'all') requireOpen(purchase.buyer);
  return purchase;
}

/** Returns why a company may not order: then a locked purchase of it is not approved, paid or changed either. What a person has placed is theirs to pay. */
export function whyKept(purchase: LockedPurchase): KeptVerdict | undefined {
  return isForCompany(purchase) && purchase.buyer ? refuseKept(purchase.buyer) : undefined;
}

/** Throws 409 where a locked purchase is of a company that may not order. */
export function requireOrdering(purchase: LockedPurchase): void {
  const kept = whyKept(purchase);
  if (kept) throw keptProblem(kept);
}

/** Locks the purchase of a shipment or a return, which is locked after it. Throws 404. */
export async function lockPurchaseOf(
  transaction: Queryable,
  what: 'shipment' | 'return',
  id: string,
): Promise<LockedPurchase> {
  const found = isId(id)
    ? await transaction.selectFrom(`${what}s`).select('purchase_id').where('id', '=', id).executeTakeFirst()
    : undefined;
  if (!found) throw notFound(what);
  return (await lockPurchase(transaction, found.purchase_id))!;
}

/** Selects the lines of a row of `purchases` that are not deleted. */
const linesOf = (purchases: ExpressionBuilder<Schema, 'purchases'>) =>
  jsonArrayFrom(
    purchases
      .selectFrom('orders')
      .select(['id', 'product_id as productId', 'quantity', 'orders.total_cents as totalCents'])
      .select(['receipt_id as receiptId', 'awaited', 'unpromised'])
      .select(['refunded_quantity as refundedQuantity', 'orders.refunded_cents as refundedCents'])
      .select(['cancelled_quantity as cancelledQuantity', 'shipped_quantity as shippedQuantity'])
      .select(['returning_quantity as returningQuantity', 'returned_quantity as returnedQuantity'])
      .select(['restocked_quantity as restockedQuantity', 'declined_quantity as declinedQuantity'])
      .whereRef('purchase_id', '=', 'purchases.id')
      .where('orders.deleted_at', 'is', null)
      .orderBy('line_no'),
  ).as('lines');

/** SQL that sets the counters of lines whose purchase this transaction has locked. CHECKs refuse what no line can have. */
export function setCounters(lines: readonly PurchaseLine[]): RawBuilder<unknown> {
  return sql`
    update orders set awaited = line.awaited, unpromised = line.unpromised, cancelled_quantity = "cancelledQuantity",
      shipped_quantity = "shippedQuantity", returning_quantity = "returningQuantity", returned_quantity = "returnedQuantity",
      restocked_quantity = "restockedQuantity", declined_quantity = "declinedQuantity",
      refunded_quantity = "refundedQuantity", refunded_cents = "refundedCents"
    from json_to_recordset(${JSON.stringify(lines)}::json) as line (id uuid, awaited int, unpromised int,
      "cancelledQuantity" int, "shippedQuantity" int, "returningQuantity" int, "returnedQuantity" int,
      "restockedQuantity" int, "declinedQuantity" int, "refundedQuantity" int, "refundedCents" bigint)
    where orders.id = line.id`;
}

/** A change of a purchase's state, with what has to be known for it. */
export type PurchaseChange =
  | ({ to: 'asked' | 'held' } & Hold)
  | { to: 'paid'; transactionId: string }
  | { to: 'released' | 'refunded' | 'deleted' };

/** Changes the state of a locked purchase. Throws 409 for a change that is not in the table of rules.ts. */
export async function changeState(
  transaction: Queryable,
  purchase: LockedPurchase,
  change: PurchaseChange,
): Promise<void> {
  requireTransition(purchase.state, change.to);
  await transaction
    .updateTable('purchases')
    .set({
      state: change.to,
      revision: sql<number>`revision + 1`,
      held_until: null,
      held_until_proven: null,
      ...columnsOf(change, purchase),
    })
    .where('id', '=', purchase.id)
    .execute();
}

function columnsOf(
  change: PurchaseChange,
  { isUnapproved }: LockedPurchase,
): UpdateObject<Schema, 'purchases'> {
  switch (change.to) {
    case 'asked':
      return { ...holdOf(change), asked_at: sql<Date>`now()`, approved_at: null };
    case 'held':
      return isUnapproved ? { ...holdOf(change), approved_at: sql<Date>`now()` } : holdOf(change);
    case 'released':
      return {};
    case 'paid':
      return {
        paid_at: sql<Date>`now()`,
        transaction_id: change.transactionId,
        paid_cents: sql<number>`payable_cents`,
        accepted_at: sql<Date>`coalesce(accepted_at, now())`,
        accepted_by: sql<'card'>`coalesce(accepted_by, 'card')`,
      };
    case 'refunded':
      return { refunded_at: sql<Date>`now()` };
    case 'deleted':
      return { deleted_at: sql<Date>`now()` };
  }
}

function holdOf({ holdMinutes, provenMinutes }: Hold): UpdateObject<Schema, 'purchases'> {
  return {
    held_until: inMinutes(holdMinutes),
    held_until_proven: provenMinutes === undefined ? null : inMinutes(provenMinutes),
    // A hold that is as short as paying takes counts as warned of: its buyer is paying.
    hold_warned_at: provenMinutes === undefined ? null : sql<Date>`now()`,
  };
}

function inMinutes(minutes: number) {
  return sql<Date>`now() + make_interval(mins => ${minutes}::int)`;
}
