import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';

/** Buyers count their addresses right. A sentence for each exception. */
export async function auditAddresses(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    select format('buyer %s counts %s addresses of %s bytes, but has %s of %s', id, addresses, address_bytes,
      coalesce(counted, 0), coalesce(counted_bytes, 0)) as fault
    from buyers left join (
      select buyer_id, count(*) as counted, sum(bytes) as counted_bytes from addresses group by buyer_id
    ) as book on buyer_id = id
    where (addresses, address_bytes) is distinct from (coalesce(counted, 0), coalesce(counted_bytes, 0))`.execute(
    db,
  );
  return rows.map(({ fault }) => fault);
}
