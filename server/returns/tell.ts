import { type RawBuilder, sql } from 'kysely';
import type { ReturnAnswer } from '#contract/returns/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { recordEvent } from '../log/queries.ts';
import { partKeys, purchaseKeys, recipient } from '../purchases/mails.ts';
import { returnMails } from './mail-words.ts';
import { nthOfPurchase } from './queries.ts';

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
    kind: 'return_answered',
    actor,
    purchaseId,
    why: answer || null,
    facts: { returnId, answer: state },
  });
  const pieces =
    state === 'accepted' ? sql`return_lines.quantity - return_lines.received` : sql`return_lines.quantity`;
  const facts = sql`jsonb_build_object('answer', ${state}::text, 'why', ${answer || null}::text)`;
  await insertMail(
    returnMails.return_answered,
    mailAbout(returnId, `${returnId}:${state}`, { pieces, facts }),
  ).execute(transaction);
}

/** Tells the buyer of a return that it is with the shop, and its number. */
export async function mailAsked(transaction: Queryable, returnId: string): Promise<void> {
  const pieces = sql`return_lines.quantity`;
  const facts = sql`jsonb_build_object('wish', wish)`;
  await insertMail(returnMails.return_asked, mailAbout(returnId, returnId, { pieces, facts })).execute(
    transaction,
  );
}

/** The source of a mail about a return: its lines with so many `pieces`, and more facts. */
function mailAbout(
  returnId: string,
  subject: string,
  { pieces, facts }: { pieces: RawBuilder<unknown>; facts: RawBuilder<unknown> },
): RawBuilder<unknown> {
  return sql`
    select ${recipient} as recipient, ${subject} as subject, ${facts} || jsonb_build_object(${purchaseKeys},
        'nth', ${nthOfPurchase}, 'lines', (
          select jsonb_agg(jsonb_build_object(${partKeys}, 'pieces', ${pieces}) order by line_no)
          from return_lines join orders on orders.id = order_id where return_id = returns.id and ${pieces} > 0
        )) as facts
    from returns join purchases on purchases.id = purchase_id where returns.id = ${returnId}::uuid`;
}
