import { sql } from 'kysely';
import { Gauge, type Registry } from 'prom-client';
import type { EventKind } from '#contract/events.ts';
import type { Database } from '../database/client.ts';
import { Tally } from '../database/tally.ts';
import { countEvents } from '../events/list.ts';

/** Monitors may read the metrics as often as they like: what is told is at most this old. */
const KEPT_MS = 5_000;

interface States {
  orders: Record<'held' | 'released' | 'paid' | 'refunded' | 'deleted', number>;
  payments: Record<'open' | 'refunding' | 'refused' | 'canceled' | 'refunded', number>;
}

/**
 * Tells how many orders and payments are in which state. Those under way are counted by small indexes of their own. Those
 * at their end are as many as the log has entries of it, which only ever come in: none of it takes longer as a shop grows.
 * (A payment that has succeeded and stays so is a purchase that is paid.) While the database is away, nothing is told.
 */
export function measureStates(registry: Registry, { db }: Database): void {
  const tally = (kind: EventKind) => new Tally((from, until) => countEvents(db, { kind }, from, until));
  const ends = {
    paid: tally('order_paid'),
    refunded: tally('order_refunded'),
    deleted: tally('order_deleted'),
    canceled: tally('payment_canceled'),
    returned: tally('payment_refunded'),
  };
  let known: { states: Promise<States>; at: number } | undefined;

  async function count(): Promise<States> {
    const { rows } = await sql<Record<'held' | 'released' | 'open' | 'refunding' | 'refused', number>>`
      select (${linesOf('held')}) as held, (${linesOf('released')}) as released,
        (select count(*) from payments where state = 'open') as open,
        (select count(*) from payments where state = 'refunding') as refunding,
        (select count(*) from payments where state = 'refused') as refused`.execute(db);
    const { held, released, open, refunding, refused } = rows[0]!;
    const refunded = await ends.refunded.total();
    return {
      orders: {
        held,
        released,
        paid: (await ends.paid.total()) - refunded,
        refunded,
        deleted: await ends.deleted.total(),
      },
      payments: {
        open,
        refunding,
        refused,
        canceled: await ends.canceled.total(),
        refunded: await ends.returned.total(),
      },
    };
  }

  function states(): Promise<States> {
    if (!known || performance.now() - known.at > KEPT_MS) known = { states: count(), at: performance.now() };
    return known.states;
  }

  for (const [noun, help] of [
    ['orders', 'Orders by state'],
    ['payments', 'Payments by state'],
  ] as const) {
    new Gauge({
      name: `shop_${noun}`,
      help,
      labelNames: ['state'],
      registers: [registry],
      async collect() {
        this.reset();
        const counted = await states().catch(() => undefined);
        for (const [state, number] of Object.entries(counted?.[noun] ?? {})) this.set({ state }, number);
      },
    });
  }
}

/** Counts the lines of purchases in a state, which stands in the text, as in its index. */
function linesOf(state: 'held' | 'released') {
  return sql`select count(*) from purchases join orders on purchase_id = purchases.id
    where state = ${sql.lit(state)} and orders.deleted_at is null`;
}
