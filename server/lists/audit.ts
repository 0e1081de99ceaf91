import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';

/** Lists count their lines right, people their lists, and who shares one is a member of the company. A sentence for each exception. */
export async function auditLists(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('list %s counts %s lines of %s bytes, but has %s of %s', lists.id, line_count, lists.bytes, counted, counted_bytes)
      as fault
    from lists cross join lateral (
      select count(*) as counted, coalesce(sum(bytes), 0) as counted_bytes from list_lines where list_id = lists.id
    ) as lines
    where (line_count, lists.bytes) is distinct from (counted, counted_bytes)
    union all
    select format('person %s counts %s lists of %s bytes, but has %s of %s', users.id, lists, list_bytes, counted, counted_bytes)
    from users left join (
      select user_id, count(*) as counted, sum(bytes) as counted_bytes from lists group by user_id
    ) as lists_of on user_id = users.id
    where (lists, list_bytes) is distinct from (coalesce(counted, 0), coalesce(counted_bytes, 0))
    union all
    select format('list %s is shared in the company %s, of which person %s is no member', id, buyer_id, user_id)
    from lists
    where shared is not null
      and not exists (select from members where members.buyer_id = lists.buyer_id and members.user_id = lists.user_id)`.execute(
    db,
  );
  return rows.map(({ fault }) => fault);
}
