import { sql } from 'kysely';
import { fieldError, readMessage } from '#contract/field-message.ts';
import { toDollars } from '#contract/money.ts';
import type { FieldError } from '#contract/problem.ts';
import { piecesError, type RefundLine, refundCents } from '#contract/refunds.ts';
import type { Queryable } from '../database/client.ts';
import { newId } from '../database/uuid.ts';
import { invalidInput, Problem } from '../handling/problem.ts';
import { type LockedPurchase, lockPurchase } from '../purchases/state.ts';
import { enqueuePartRefunded } from './mails.ts';
import type { RefundPart } from './provider.ts';
import type { Payment } from './queries.ts';

/** The refund of a part of a payment. `due` is the payment's one that is under way or refused. */
export interface Part extends RefundPart {
  state: 'due' | 'done' | 'withdrawn';
  reason: string;
  actor: string;
}

/**
 * Counts pieces of a locked purchase's lines as refunded, and notes the refund of their money as due. Reads the lines itself, as
 * giving another part up has changed them. Throws 400 with a message
 * for each line that has fewer pieces left, and 409 when others have refunded meanwhile, or less money is left.
 */
export async function beginPart(
  transaction: Queryable,
  purchaseId: string,
  payment: Payment,
  wanted: RefundLine[],
  { reason, actor }: Pick<Part, 'reason' | 'actor'>,
): Promise<RefundPart> {
  const lines = priceLines((await lockPurchase(transaction, purchaseId))!, wanted);
  const cents = lines.reduce((sum, line) => sum + line.cents, 0);
  const left = payment.amountCents - payment.refundedCents;
  if (cents > left) throw new Problem('refund_too_large', { left: toDollars(left) });
  const id = newId();
  await sql`
    with line as materialized (
      select * from json_to_recordset(${JSON.stringify(lines)}::json) as line (order_id uuid, quantity int, cents bigint)
    ), counted as (
      update orders
      set refunded_quantity = refunded_quantity + line.quantity, refunded_cents = refunded_cents + line.cents
      from line where orders.id = line.order_id
    ), refund as (
      insert into refunds (id, payment_id, cents, state, reason, actor)
      select ${id}::uuid, payments.id, ${cents}, 'due', ${reason}, ${actor}
      from payments where intent_id = ${payment.intentId}
    )
    insert into refund_lines (refund_id, order_id, quantity, cents)
    select ${id}::uuid, order_id, quantity, cents from line`.execute(transaction);
  return { id, cents };
}

interface PricedLine {
  order_id: string;
  quantity: number;
  cents: number;
}

/** The cents of each wanted line, in the order of the purchase. All lines that are wrong are named at once. */
function priceLines({ lines }: LockedPurchase, wanted: RefundLine[]): PricedLine[] {
  const errors: FieldError[] = [];
  const priced = wanted.flatMap(({ orderId, quantity, refundedPieces }, nth) => {
    const line = lines.find(({ id }) => id === orderId);
    if (!line) {
      errors.push(fieldError(`lines.${nth}.orderId`, 'no_such_line'));
      return [];
    }
    if (refundedPieces !== line.refundedQuantity) throw new Problem('refund_changed');
    const message = piecesError(quantity, line);
    if (message) errors.push({ field: `lines.${nth}.quantity`, ...readMessage(message) });
    return [{ order_id: orderId, quantity, cents: message ? 0 : refundCents(line, quantity) }];
  });
  if (errors.length === 0 && priced.every(({ cents }) => cents === 0)) {
    errors.push(fieldError('lines.0.quantity', 'pieces_below_cent'));
  }
  if (errors.length > 0) throw invalidInput(errors);
  return priced;
}

/** Refunds of parts of a payment that are due or done, oldest first. */
export async function listParts(db: Queryable, intentId: string): Promise<Part[]> {
  return db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select(['refunds.id', 'refunds.cents', 'refunds.state', 'refunds.reason', 'refunds.actor'])
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
    .select(['order_id', 'product_id', 'refund_lines.quantity as pieces', 'refund_lines.cents'])
    .where('refund_id', '=', part.id)
    .orderBy('line_no')
    .execute();
  await transaction
    .insertInto('events')
    .values(
      lines.map(({ pieces, cents, ...line }) => ({
        ...{ id: newId(), kind: 'pieces_refunded', actor: part.actor, ...line, why: part.reason },
        facts: JSON.stringify({ intentId, pieces, cents }),
      })),
    )
    .execute();
  await enqueuePartRefunded(transaction, part.id);
}

/** Gives a part up whose money is with the shop: its pieces can be refunded anew. Under the lock of the purchase. */
export async function withdrawPart(transaction: Queryable, id: string): Promise<void> {
  await sql`
    with withdrawn as (
      update refunds set state = 'withdrawn' where id = ${id} and state <> 'withdrawn' returning id
    )
    update orders
    set refunded_quantity = refunded_quantity - refund_lines.quantity, refunded_cents = orders.refunded_cents - cents
    from withdrawn join refund_lines on refund_id = withdrawn.id
    where orders.id = order_id`.execute(transaction);
}
