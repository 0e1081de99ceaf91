import { sql } from 'kysely';
import type { ReturnAnswer } from '#contract/returns.ts';
import type { Queryable } from '../database/client.ts';
import { recordEvent } from '../events/queries.ts';
import { insertMail } from '../mail/queries.ts';
import { returnMails } from './mail-words.ts';

interface Answered extends ReturnAnswer {
  returnId: string;
  purchaseId: string;
  actor: string;
}

/**
 * Notes in the log what a return was answered, and tells its buyer by mail: also where staff have entered an accepted one, or
 * received a part of one that nobody had answered. The mail names the pieces, of an accepted return those that are still to come.
 */
export async function tellAnswer(
  transaction: Queryable,
  { returnId, purchaseId, state, answer, actor }: Answered,
): Promise<void> {
  await recordEvent(transaction, {
    ...{ kind: 'return_answered', actor, purchaseId, why: answer || null },
    facts: { returnId, answer: state },
  });
  const pieces =
    state === 'accepted' ? sql`return_lines.quantity - return_lines.received` : sql`return_lines.quantity`;
  await insertMail(
    returnMails.return_answered,
    sql`select buyer_email as recipient, ${`${returnId}:${state}`} as subject, jsonb_build_object('purchaseId', purchases.id,
        'orderNumber', number, 'answer', ${state}::text, 'why', ${answer || null}::text, 'lines', (
          select jsonb_agg(jsonb_build_object('productName', product_name, 'pieces', ${pieces}) order by line_no)
          from return_lines join orders on orders.id = order_id where return_id = ${returnId}::uuid and ${pieces} > 0
        )) as facts
      from purchases where id = ${purchaseId}::uuid`,
  ).execute(transaction);
}
