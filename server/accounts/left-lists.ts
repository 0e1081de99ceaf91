import { sql } from 'kysely';
import { MOST_LIST_BYTES, MOST_LISTS } from '#contract/lists/limits.ts';
import type { Queryable } from '../ground/database/client.ts';

/**
 * Passes what a person shares in a company, or in all of theirs, to its admin of longest standing, before they are no member any
 * more: as many lists, the last changed first, as this admin has room for. Links to them end. Others stay the person's. The companies are locked.
 */
export async function passSharedLists(
  transaction: Queryable,
  userId: string,
  buyerId?: string,
): Promise<void> {
  const heirs = sql`
    select distinct on (buyer_id) buyer_id, user_id as heir from members
    where 'admin' = any(roles) and user_id <> ${userId}
      and ${buyerId ? sql`buyer_id = ${buyerId}` : sql`buyer_id in (select buyer_id from members where user_id = ${userId})`}
    order by buyer_id, joined_at, user_id`;
  // What somebody's lists come to is counted in their row. The order in which all lock people.
  await sql`
    select from users where id = ${userId} or id in (select heir from (${heirs}) as heirs) order by id for no key update`.execute(
    transaction,
  );
  await sql`
    with heirs as (${heirs}), passed as (
      select lists.id, heir, count(*) over passing as lists, sum(bytes) over passing as bytes
      from lists join heirs using (buyer_id)
      where user_id = ${userId} and shared is not null
      window passing as (partition by heir order by changed_at desc, lists.id)
    )
    update lists set user_id = heir, share_key = null from passed join users on users.id = heir
    where lists.id = passed.id and users.lists + passed.lists <= ${MOST_LISTS}
      and list_bytes + passed.bytes <= ${MOST_LIST_BYTES}`.execute(transaction);
}

/**
 * Makes what a person still has in a company their own, when they are no member any more: their saved lists, and their cart as a
 * list, unless it is empty.
 */
export async function takeOwnLists(transaction: Queryable, userId: string, buyerId: string): Promise<void> {
  await sql`
    delete from lists where user_id = ${userId} and buyer_id = ${buyerId} and kind = 'cart' and line_count = 0`.execute(
    transaction,
  );
  await sql`
    update lists set buyer_id = user_id, shared = null, kind = 'saved', version = version + 1,
      name = case lists.kind when 'cart' then 'Cart of ' || buyers.name else lists.name end
    from buyers where lists.user_id = ${userId} and lists.buyer_id = ${buyerId} and buyers.id = lists.buyer_id`.execute(
    transaction,
  );
}
