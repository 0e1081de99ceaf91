import { sql } from 'kysely';
import type { Reach } from '#contract/kernel/reach.ts';
import { declinable } from '#contract/purchases/line-pieces.ts';
import type { DeclinedRefund } from '#contract/returns/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { newId } from '../ground/database/uuid.ts';
import { notFound, Problem } from '../ground/handling/problem.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { recordEvent } from '../log/queries.ts';
import { partKeys, purchaseKeys } from '../purchases/mails.ts';
import { findPurchase } from '../purchases/queries.ts';
import { lockPurchase } from '../purchases/state.ts';
import { returnMails } from './mail-words.ts';

/**
 * Notes that what came back of a purchase and is not refunded will not be, and tells the buyer why. Throws 404, and 409
 * `refund_changed` when that are not the `pieces` that were shown.
 */
export async function declineRefund(
  { db }: Database,
  purchaseId: string,
  reach: Reach,
  { pieces, why }: DeclinedRefund,
  actor: string,
): Promise<void> {
  if (!(await findPurchase(db, purchaseId, reach))) throw notFound('order');
  await transact(db, async (transaction) => {
    const purchase = (await lockPurchase(transaction, purchaseId))!;
    const lines = purchase.lines.flatMap((line) => {
      const declined = declinable(line);
      return declined > 0 ? [{ orderId: line.id, pieces: declined }] : [];
    });
    const all = lines.reduce((sum, line) => sum + line.pieces, 0);
    if (purchase.state !== 'paid' || all !== pieces) throw new Problem('refund_changed');
    const written = JSON.stringify(lines);
    await sql`
      update orders set declined_quantity = declined_quantity + line.pieces
      from json_to_recordset(${written}::json) as line ("orderId" uuid, pieces int)
      where orders.id = line."orderId"`.execute(transaction);
    await recordEvent(transaction, { kind: 'refund_declined', actor, purchaseId, why, facts: { pieces } });
    await insertMail(
      returnMails.refund_declined,
      sql`select buyer_email as recipient, ${newId()} as subject, jsonb_build_object(${purchaseKeys},
          'why', ${why}::text, 'lines', (
            select jsonb_agg(jsonb_build_object(${partKeys}, 'pieces', line.pieces) order by line_no)
            from json_to_recordset(${written}::json) as line ("orderId" uuid, pieces int)
            join orders on orders.id = line."orderId"
          )) as facts
        from purchases where id = ${purchaseId}::uuid`,
    ).execute(transaction);
  });
}
