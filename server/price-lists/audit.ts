import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';

/** Price lists whose count of parts is not that of their lines. */
export async function auditPriceLists(snapshot: Queryable): Promise<string[]> {
  const { rows } = await sql<{ id: string; parts: number; lines: number }>`
    select id, parts, lines from price_lists cross join lateral (
      select count(*)::int as lines from price_list_lines where list_id = price_lists.id
    ) as counted
    where parts <> lines limit 100`.execute(snapshot);
  return rows.map(({ id, parts, lines }) => `price list ${id} counts ${parts} parts, and has ${lines}`);
}
