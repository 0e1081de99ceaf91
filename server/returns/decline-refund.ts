import { sql } from 'kysely';
import type { Reach } from '#contract/kernel/reach.ts';
import type { DeclinedRefund } from '#contract/returns/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import { newId } from '../ground/database/uuid.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { recordEvent } from '../log/queries.ts';
import { partKeys, purchaseKeys, recipient } from '../purchases/mails.ts';
import { lockInReach, setCounters } from '../purchases/state.ts';
import { judgeDeclined } from './judge.ts';
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
  await transact(db, async (transaction) => {
    const declined = judgeDeclined(await lockInReach(transaction, purchaseId, reach), pieces);
    await setCounters(declined.counted).execute(transaction);
    await recordEvent(transaction, { kind: 'refund_declined', actor, purchaseId, why, facts: { pieces } });
    await insertMail(
      returnMails.refund_declined,
      sql`select ${recipient} as recipient, ${newId()} as subject, jsonb_build_object(${purchaseKeys},
          'why', ${why}::text, 'lines', (
            select jsonb_agg(jsonb_build_object(${partKeys}, 'pieces', line.quantity) order by line_no)
            from json_to_recordset(${JSON.stringify(declined.pieces)}::json) as line ("orderId" uuid, quantity int)
            join orders on orders.id = line."orderId"
          )) as facts
        from purchases where id = ${purchaseId}::uuid`,
    ).execute(transaction);
  });
}
