import { type SqlBool, sql } from 'kysely';
import type { StuckMail } from '#contract/desk/schema.ts';
import type { Page } from '#contract/kernel/fields.ts';
import type { Queryable } from '../database/client.ts';
import { isId } from '../database/uuid.ts';

/** Mails that could not be sent, newest first. */
export async function listStuckMails(db: Queryable, { limit, after }: Page): Promise<StuckMail[]> {
  if (after !== undefined && !isId(after)) return [];
  let query = stuck(db)
    .select(['id', 'recipient', 'kind', 'created_at', 'attempts', 'problem', 'next_at'])
    .orderBy('id', 'desc');
  if (after !== undefined) query = query.where('id', '<', after);
  if (limit !== undefined) query = query.limit(limit);
  return (await query.execute()).map((row) => ({
    _id: row.id,
    recipient: row.recipient,
    kind: row.kind,
    createdAt: row.created_at.toISOString(),
    tries: row.attempts,
    problem: row.problem ?? '',
    nextTryAt: row.next_at?.toISOString(),
  }));
}

export async function countStuckMails(db: Queryable): Promise<number> {
  const { total } = await stuck(db)
    .select((e) => e.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/**
 * Tried, and not sent. What was given up at the first look was not wanted any more, such as the news of a deleted order. The
 * condition stands in the text, as in the index `mails_stuck`.
 */
function stuck(db: Queryable) {
  return db.selectFrom('mails').where(sql<SqlBool>`problem is not null and sent_at is null
    and (attempts <> 1 or next_at is not null)`);
}
