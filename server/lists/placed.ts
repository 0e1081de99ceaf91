import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import type { StoredList } from './queries.ts';

/** Placed lines of a person that are remembered, the newest ones. */
const MOST_PLACED = 5_000;

/** Remembers lines of a locked cart that are placed: a device that changes one of them later does not bring it back. */
export async function notePlaced(
  transaction: Queryable,
  { user_id }: StoredList,
  lineIds: string[],
): Promise<void> {
  await sql`
    insert into placed_list_lines (user_id, line_id) select ${user_id}, unnest(${lineIds}::uuid[])
    on conflict do nothing`.execute(transaction);
  await sql`
    delete from placed_list_lines where (user_id, line_id) in (
      select user_id, line_id from placed_list_lines where user_id = ${user_id}
      order by placed_at desc, line_id offset ${MOST_PLACED}
    )`.execute(transaction);
}

/** Returns which of some lines a person has placed. */
export async function findPlaced(db: Queryable, userId: string, lineIds: string[]): Promise<string[]> {
  if (lineIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select line_id as id from placed_list_lines
    where user_id = ${userId} and line_id = any(${lineIds}::uuid[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Forgets lines that were placed so long ago that no device has changes from before. */
export async function forgetPlaced(db: Queryable): Promise<void> {
  await sql`delete from placed_list_lines where placed_at < now() - interval '90 days'`.execute(db);
}
