import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import { tallyEvents } from '../log/list.ts';

/**
 * Counts payments by state: those that are refunded by their index, as a bank may send a refund back, and those that are
 * cancelled as entries of the log (see orders/states.ts). A payment that has succeeded and stays so is a purchase that is paid.
 */
export function paymentStates(db: Queryable) {
  const canceled = tallyEvents(db, { kinds: { names: ['payment_canceled'] } });
  return async () => {
    const { rows } = await sql<Record<'open' | 'refunding' | 'refused' | 'refunded', number>>`
      select (select count(*) from payments where state = 'open') as open,
        (select count(*) from payments where state = 'refunding') as refunding,
        (select count(*) from payments where state = 'refused') as refused,
        (select count(*) from payments where state = 'refunded' and refunded_cents > 0) as refunded`.execute(
      db,
    );
    return { ...rows[0]!, canceled: await canceled.total() };
  };
}
