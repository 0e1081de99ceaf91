import { sql } from 'kysely';
import type { Queryable } from '../database/client.ts';
import { tallyEvents } from '../events/list.ts';

/**
 * Counts payments by state, those at their end as entries of the log (see orders/states.ts). A payment that has succeeded and
 * stays so is a purchase that is paid.
 */
export function paymentStates(db: Queryable) {
  const canceled = tallyEvents(db, 'payment_canceled');
  const refunded = tallyEvents(db, 'payment_refunded');
  return async () => {
    const { rows } = await sql<Record<'open' | 'refunding' | 'refused', number>>`
      select (select count(*) from payments where state = 'open') as open,
        (select count(*) from payments where state = 'refunding') as refunding,
        (select count(*) from payments where state = 'refused') as refused`.execute(db);
    return { ...rows[0]!, canceled: await canceled.total(), refunded: await refunded.total() };
  };
}
