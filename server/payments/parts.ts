import { sql } from 'kysely';
import type { FieldError } from '#contract/kernel/problem.ts';
import type { NewAmountRefund, PartRefundLine } from '#contract/payments/refunds.ts';
import type { Queryable } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import type { Problem } from '../ground/handling/problem.ts';
import { recordEvents } from '../log/queries.ts';
import { type Revival, revivePieces } from '../purchases/cancel.ts';
import { lockPurchase, setCounters } from '../purchases/state.ts';
import { moveStock, type NewStock } from '../purchases/stock.ts';
import { judgeAmount, judgePieces, type RefundedLine } from './judge-refund.ts';
import type { RefundPart } from './provider.ts';
import type { Payment } from './queries.ts';

/** The refund of a part of a payment: of pieces, or of an amount, which has no lines. `due` is the payment's one that is under way or refused. */
export interface Part extends RefundPart {
  state: 'due' | 'done' | 'withdrawn';
  reason: string;
  actor: string;
  isOfPieces: boolean;
}

/** The refund of a part that is due, and what it has changed of the products: tell the catalogue. */
interface Begun {
  part: RefundPart;
  levels: NewStock[];
}

/**
 * Begins the refund of pieces of a locked purchase's lines: those that are not shipped will not be. Reads the lines itself, as giving
 * another part up has changed them. Throws as `judgePieces`.
 */
export async function beginPart(
  transaction: Queryable,
  purchaseId: string,
  payment: Payment,
  wanted: PartRefundLine[],
  asked: Pick<Part, 'reason' | 'actor'>,
  refuse: (errors: FieldError[]) => Problem,
): Promise<Begun> {
  const { lines } = (await lockPurchase(transaction, purchaseId))!;
  return writePart(transaction, payment, judgePieces(lines, payment, wanted, refuse), asked);
}

/** Begins the refund of an amount of a locked purchase's payment, of which no line counts anything. Throws as `judgeAmount`. */
export async function beginAmount(
  transaction: Queryable,
  purchaseId: string,
  payment: Payment,
  wanted: Pick<NewAmountRefund, 'amount' | 'refunded'>,
  asked: Pick<Part, 'reason' | 'actor'>,
): Promise<Begun> {
  const { lines } = (await lockPurchase(transaction, purchaseId))!;
  const cents = judgeAmount(lines, payment, wanted);
  return writePart(transaction, payment, { cents, refunded: [] }, asked);
}

/** Writes the refund of a part of a locked payment as due, with the new counters of its lines, and moves the pieces that it cancels. */
async function writePart(
  transaction: Queryable,
  { intentId }: Pick<Payment, 'intentId'>,
  { cents, refunded }: { cents: number; refunded: RefundedLine[] },
  { reason, actor }: Pick<Part, 'reason' | 'actor'>,
): Promise<Begun> {
  const id = newId();
  const rows = refunded.map(({ line, move, quantity, cents, cancelled }) => ({
    order_id: line.id,
    quantity,
    cents,
    cancelled,
    restocked: move.pieces,
  }));
  await sql`
    with line as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as line (order_id uuid, quantity int, cents bigint, cancelled int, restocked int)
    ), counted as (${setCounters(refunded.map(({ line }) => line))}
    ), refund as (
      insert into refunds (id, payment_id, cents, state, reason, actor)
      select ${id}::uuid, payments.id, ${cents}, 'due', ${reason}, ${actor}
      from payments where intent_id = ${intentId}
    )
    insert into refund_lines (refund_id, order_id, quantity, cents, cancelled, restocked)
    select ${id}::uuid, order_id, quantity, cents, cancelled, restocked from line`.execute(transaction);
  const cancelled = refunded.filter((line) => line.cancelled > 0);
  await recordEvents(
    transaction,
    cancelled.map(({ line, move, cancelled: pieces }) => ({
      kind: 'pieces_cancelled',
      actor,
      orderId: line.id,
      productId: line.productId,
      facts: { pieces },
      ...(move.pieces > 0 && { stockChange: move.pieces }),
    })),
  );
  const moves = cancelled.map(({ move }) => move).filter(({ awaited, pieces }) => awaited + pieces > 0);
  return { part: { id, cents }, levels: await moveStock(transaction, moves) };
}

/** Refunds of parts of a payment that are due or done, oldest first. */
export async function listParts(db: Queryable, intentId: string): Promise<Part[]> {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'refunds.cents', 'refunds.state', 'refunds.reason', 'refunds.actor'])
    .select(sql<boolean>`exists (select from refund_lines where refund_id = refunds.id)`.as('isOfPieces'))
    .where('payments.intent_id', '=', intentId)
    .where('refunds.state', '<>', 'withdrawn')
    .orderBy('refunds.id')
    .execute();
}

export async function markPart(transaction: Queryable, id: string, state: 'due' | 'done'): Promise<void> {
  await transaction.updateTable('refunds').set({ state }).where('id', '=', id).execute();
}

/** Notes that the money of a part has gone back, and tells of it in the history of each of its lines. */
export async function finishPart(transaction: Queryable, part: Part, intentId: string): Promise<void> {
  await markPart(transaction, part.id, 'done');
  const lines = await transaction
    .selectFrom('refund_lines')
    .innerJoin('orders', 'orders.id', 'refund_lines.order_id')
    .select([
      'order_id as orderId',
      'product_id as productId',
      'refund_lines.quantity as pieces',
      'refund_lines.cents',
    ])
    .where('refund_id', '=', part.id)
    .orderBy('line_no')
    .execute();
  await recordEvents(
    transaction,
    lines.map(({ orderId, productId, pieces, cents }) => ({
      kind: 'pieces_refunded',
      actor: part.actor,
      orderId,
      productId,
      why: part.reason,
      facts: { intentId, pieces, cents },
    })),
  );
}

/**
 * Gives a part up whose money is with the shop: its pieces can be refunded anew, and are promised to their lines again, save those
 * that have gone on sale. Under the lock of the purchase. Returns what has changed of the products.
 */
export async function withdrawPart(
  transaction: Queryable,
  id: string,
  purchaseId: string,
): Promise<NewStock[]> {
  const { rows } = await sql<Revival>`
    with withdrawn as (
      update refunds set state = 'withdrawn' where id = ${id} and state <> 'withdrawn' returning id, created_at
    )
    update orders
    set refunded_quantity = refunded_quantity - refund_lines.quantity, refunded_cents = orders.refunded_cents - cents
    from withdrawn join refund_lines on refund_id = withdrawn.id
    where orders.id = order_id
    returning orders.id as "orderId", withdrawn.created_at as "cancelledAt", cancelled - restocked as pieces,
      cancelled_quantity - unpromised - (
        select sum(others.restocked + others.counted) from refund_lines as others where others.order_id = orders.id
      )::int as here`.execute(transaction);
  const purchase = (await lockPurchase(transaction, purchaseId))!;
  const { levels, counted } = await revivePieces(transaction, purchase, rows);
  if (counted.length > 0)
    await sql`
      update refund_lines set counted = line.pieces
      from json_to_recordset(${JSON.stringify(counted)}::json) as line ("orderId" uuid, pieces int)
      where refund_id = ${id} and order_id = line."orderId"`.execute(transaction);
  return levels;
}
