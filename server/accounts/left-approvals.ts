import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';

/**
 * Has admins give the approvals that somebody was to give who leaves a locked company, or all of theirs: nobody would, and orders
 * would wait for ever.
 */
export async function leaveApprovals(
  transaction: Queryable,
  userId: string,
  buyerId?: string,
): Promise<void> {
  const theirs = JSON.stringify([{ by: { userId } }]);
  const ofAdmins = (approvals: RawBuilder<unknown>) => sql`(
    select jsonb_agg(case when each @> ${JSON.stringify({ by: { userId } })}::jsonb
      then each || '{"by": {"role": "admin"}}' else each end order by nth)
    from jsonb_array_elements(${approvals}) with ordinality as asked (each, nth))`;
  const companies = buyerId
    ? sql`array[${buyerId}::uuid]`
    : sql`array(select buyer_id from members where user_id = ${userId})`;
  await sql`
    update buyers set rules = rules || jsonb_build_object('revision', coalesce((rules ->> 'revision')::int, 0) + 1,
      'approvals', ${ofAdmins(sql`rules -> 'approvals'`)})
    where id = any(${companies}) and rules -> 'approvals' @> ${theirs}::jsonb`.execute(transaction);
  await sql`
    update purchases set approvals = ${ofAdmins(sql`approvals`)}
    where buyer_id = any(${companies}) and approved_at is null and approvals @> ${theirs}::jsonb`.execute(
    transaction,
  );
}
