import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import { firstIdAt } from '../ground/database/uuid.ts';
import type { Measure } from '../ground/module.ts';
import { tallyEvents } from '../log/list.ts';
import { RECONCILIATION } from '../log/queries.ts';
import { ASKS_NOTHING } from './dispute-rules.ts';

const MINUTE_MS = 60_000;
/** Counting ends there, so that it takes as long in a large shop as in a small one. */
const MOST_COUNTED = 10_000;
/** A refund that was tried so often has been due for half an hour (`NEXT_TRY` in queries.ts). */
const LATE_ATTEMPTS = 8;

/** What tells whether payments, refunds and disputes are taken care of. Each statement finds its rows by an index of few. */
export function paymentMeasures(db: Queryable): Measure[] {
  return [
    {
      name: 'shop_payments',
      help: 'Payments by state',
      label: 'state',
      read: paymentStates(db),
    },
    {
      name: 'shop_recent_payments',
      help: `Payments begun in the last 30 minutes by state, of the last ${MOST_COUNTED}`,
      label: 'state',
      async read() {
        const since = firstIdAt(new Date(Date.now() - 30 * MINUTE_MS));
        const { rows } = await sql<{ state: string; count: number }>`
          select state, count(*) as count
          from (select state from payments where id >= ${since} order by id desc limit ${MOST_COUNTED}) as recent
          group by state`.execute(db);
        const none = { open: 0, succeeded: 0, canceled: 0, refunding: 0, refused: 0, refunded: 0 };
        return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) };
      },
    },
    {
      name: 'shop_payment_unchecked_seconds',
      help: 'Seconds since the open payment that waits longest was compared with the payment provider',
      async read() {
        // One that was put first in line has no time of its own: since it was begun.
        const { rows } = await sql<{ seconds: number }>`
          select extract(epoch from now() - greatest(checked_at, created_at))::float8 as seconds
          from payments where state = 'open' order by checked_at limit 1`.execute(db);
        return Math.max(0, rows[0]?.seconds ?? 0);
      },
    },
    {
      name: 'shop_refunds',
      help: 'Refunds that the payment provider has not confirmed: due, late (due for half an hour, or not tried in time), refused',
      label: 'state',
      async read() {
        const { rows } = await sql<Record<'due' | 'late' | 'refused', number>>`
          select count(*) filter (where state = 'refunding') as due,
            count(*) filter (where state = 'refunding' and (
              refund_attempts >= ${LATE_ATTEMPTS} or refund_next_at < now() - interval '15 minutes')) as late,
            count(*) filter (where state = 'refused') as refused
          from payments where state in ('refunding', 'refused')`.execute(db);
        return { ...rows[0]! };
      },
    },
    {
      name: 'shop_disputes',
      help: 'Disputes that are not over by whether an answer is due',
      label: 'state',
      read: async () => {
        const { open, asking } = await readDisputes(db);
        return { open, asking };
      },
    },
    {
      name: 'shop_dispute_due_seconds',
      help: 'Seconds until the first dispute has to be answered; none while none has to be',
      read: async () => (await readDisputes(db)).seconds ?? undefined,
    },
    {
      name: 'shop_reconciled',
      help: 'What reconciliation found in the last hour that nobody else had told of, by kind of log entry',
      label: 'kind',
      async read() {
        const since = firstIdAt(new Date(Date.now() - 60 * MINUTE_MS));
        const { rows } = await sql<{ kind: string; count: number }>`
          select kind, count(*) as count from (
            select kind from events where actor = ${sql.lit(RECONCILIATION)} and id >= ${since}
            order by id desc limit ${MOST_COUNTED}
          ) as found group by kind`.execute(db);
        return {
          order_paid: 0,
          payment_unknown: 0,
          ...Object.fromEntries(rows.map(({ kind, count }) => [kind, count])),
        };
      },
    },
  ];
}

async function readDisputes(db: Queryable) {
  const { rows } = await sql<{ open: number; asking: number; seconds: number | null }>`
    select count(*) as open, count(*) filter (where asks) as asking,
      extract(epoch from min(due_at) filter (where asks) - now())::float8 as seconds
    from (
      select due_at, status <> all(${ASKS_NOTHING}::text[]) as asks from disputes where checked_at < 'infinity'
    ) as disputes`.execute(db);
  return rows[0]!;
}

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
