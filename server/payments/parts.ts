import { sql } from 'kysely';
import { fieldError, readMessage } from '#contract/kernel/field-message.ts';
import { toCents, toDollars } from '#contract/kernel/money.ts';
import type { FieldError } from '#contract/kernel/problem.ts';
import {
  type NewAmountRefund,
  type PartRefundLine,
  piecesError,
  refundCents,
} from '#contract/payments/refunds.ts';
import { cancelledBy, refundable } from '#contract/purchases/line-pieces.ts';
import type { Queryable } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import { invalidInput, Problem } from '../ground/handling/problem.ts';
import { recordEvents } from '../log/queries.ts';
import {
  type Cancellation,
  cancelPieces,
  type Revival,
  restockedOf,
  revivePieces,
} from '../purchases/cancel.ts';
import { type LockedPurchase, lockPurchase } from '../purchases/state.ts';
import type { NewStock } from '../purchases/stock.ts';
import { enqueuePartRefunded } from './mails.ts';
import type { RefundPart } from './provider.ts';
import type { Payment } from './queries.ts';

/** The refund of a part of a payment: of pieces, or of an amount, which has no lines. `due` is the payment's one that is under way or refused. */
export interface Part extends RefundPart {
  state: 'due' | 'done' | 'withdrawn';
  reason: string;
  actor: string;
  isOfPieces: boolean;
}

/**
 * Counts pieces of a locked purchase's lines as refunded, and notes the refund of their money as due. Those that are not shipped will
 * not be: tell the catalogue of `levels`. Reads the lines itself, as giving another part up has changed them. Throws what `refuse`
 * makes of lines that have fewer pieces left, and 409 when others have refunded meanwhile, or not enough money is left.
 */
export async function beginPart(
  transaction: Queryable,
  purchaseId: string,
  payment: Payment,
  wanted: PartRefundLine[],
  { reason, actor }: Pick<Part, 'reason' | 'actor'>,
  refuse: (errors: FieldError[]) => Problem,
): Promise<{ part: RefundPart; levels: NewStock[] }> {
  const purchase = (await lockPurchase(transaction, purchaseId))!;
  const lines = priceLines(purchase, wanted, refuse);
  const cents = lines.reduce((sum, line) => sum + line.cents, 0);
  const cancelled = lines.reduce((sum, { pieces }) => sum + pieces, 0);
  requireMoney(payment, cents, unshippedOf(purchase) - cancelled);
  const id = newId();
  const levels = await cancelPieces(transaction, lines, actor);
  const rows = lines.map(({ line, quantity, cents, ...one }) => ({
    order_id: line.id,
    quantity,
    cents,
    cancelled: one.pieces,
    restocked: restockedOf({ line, ...one }),
  }));
  await sql`
    with line as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json)
        as line (order_id uuid, quantity int, cents bigint, cancelled int, restocked int)
    ), counted as (
      update orders
      set refunded_quantity = refunded_quantity + line.quantity, refunded_cents = refunded_cents + line.cents
      from line where orders.id = line.order_id
    ), refund as (
      insert into refunds (id, payment_id, cents, state, reason, actor)
      select ${id}::uuid, payments.id, ${cents}, 'due', ${reason}, ${actor}
      from payments where intent_id = ${payment.intentId}
    )
    insert into refund_lines (refund_id, order_id, quantity, cents, cancelled, restocked)
    select ${id}::uuid, order_id, quantity, cents, cancelled, restocked from line`.execute(transaction);
  return { part: { id, cents }, levels };
}

/**
 * Notes the refund of an amount of a locked purchase's payment as due, of which no line counts anything. Throws 409 when others have
 * refunded meanwhile, or not enough money is left.
 */
export async function beginAmount(
  transaction: Queryable,
  purchaseId: string,
  payment: Payment,
  { amount, refunded }: Pick<NewAmountRefund, 'amount' | 'refunded'>,
  { reason, actor }: Pick<Part, 'reason' | 'actor'>,
): Promise<{ part: RefundPart; levels: NewStock[] }> {
  // guard: server/payments/refund-parts.test.ts
  if (refunded !== undefined && refunded !== toDollars(payment.refundedCents))
    throw new Problem('refund_changed');
  const cents = toCents(amount);
  requireMoney(payment, cents, unshippedOf((await lockPurchase(transaction, purchaseId))!));
  const id = newId();
  await sql`
    insert into refunds (id, payment_id, cents, state, reason, actor)
    select ${id}::uuid, payments.id, ${cents}, 'due', ${reason}, ${actor}
    from payments where intent_id = ${payment.intentId}`.execute(transaction);
  return { part: { id, cents }, levels: [] };
}

/** Pieces of a purchase that are neither shipped nor cancelled. */
const unshippedOf = ({ lines }: LockedPurchase) =>
  lines.reduce((sum, line) => sum + refundable(line, 'unshipped'), 0);

/**
 * Throws unless so much is left of a payment. With the last of the money what is not shipped is cancelled: so while `unshipped` pieces
 * remain, it goes back by a refund of all that is left alone, which says so.
 */
function requireMoney({ amountCents, refundedCents }: Payment, cents: number, unshipped: number): void {
  const left = amountCents - refundedCents;
  // guard: server/payments/refund-parts.test.ts
  if (cents > left) throw new Problem('refund_too_large', { left: toDollars(left) });
  // guard: server/payments/refund-parts.test.ts
  if (cents === left && unshipped > 0) throw new Problem('refund_takes_last', { pieces: unshipped });
}

/** Pieces to refund, with those of them that are cancelled. */
interface PricedLine extends Cancellation {
  quantity: number;
  cents: number;
}

/** The cents of each wanted line. All lines that are wrong are named at once. */
function priceLines(
  { lines }: LockedPurchase,
  wanted: PartRefundLine[],
  refuse: (errors: FieldError[]) => Problem,
): PricedLine[] {
  const errors: FieldError[] = [];
  let isUnknown = false;
  const priced = wanted.flatMap(({ orderId, quantity, refundedPieces, of, restock = true }, nth) => {
    const line = lines.find(({ id }) => id === orderId);
    if (!line) {
      isUnknown = true;
      errors.push(fieldError(`lines.${nth}.orderId`, 'no_such_line'));
      return [];
    }
    // guard: server/payments/refund-parts.test.ts
    if (refundedPieces !== undefined && refundedPieces !== line.refundedQuantity)
      throw new Problem('refund_changed');
    const message = piecesError(quantity, line, refundable(line, of));
    if (message) errors.push({ field: `lines.${nth}.quantity`, ...readMessage(message) });
    const pieces = message ? 0 : cancelledBy(line, quantity, of);
    return [{ line, pieces, restock, quantity, cents: message ? 0 : refundCents(line, quantity) }];
  });
  if (errors.length > 0) throw isUnknown ? invalidInput(errors) : refuse(errors);
  if (priced.every(({ cents }) => cents === 0)) {
    throw invalidInput([fieldError('lines.0.quantity', 'pieces_below_cent')]);
  }
  return priced;
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

/** Notes that the money of a part has gone back: in the history of each of its lines, and by a mail to the buyer. */
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
  await enqueuePartRefunded(transaction, part.id);
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
