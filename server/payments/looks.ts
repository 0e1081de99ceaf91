import { sql } from 'kysely';
import type { Queryable } from '../ground/database/client.ts';
import type { Queue } from '../ground/outbox/queue.ts';
import type { Payment } from './queries.ts';

/** An open payment that it is time to compare with the provider. */
export interface OpenPayment
  extends Pick<Payment, 'intentId' | 'buyerId' | 'purchaseId' | 'state' | 'amountCents'> {
  /** Milliseconds since it was begun. */
  age: number;
}

/** What was compared with the provider longest ago is looked at first. Two processes do not look at the same. */
const LOOKS = {
  at: sql<Date>`checked_at`,
  taking: sql`checked_at = now()`,
  untried: sql`checked_at = '-infinity'`,
  limit: 100,
};

/** Open payments that were not compared with the provider for some seconds. */
export function openPayments(seconds: number): Queue<OpenPayment> {
  return {
    ...LOOKS,
    table: sql`payments`,
    key: sql`intent_id`,
    due: sql`state = 'open' and checked_at <= now() - make_interval(secs => ${seconds})`,
    columns: sql`intent_id as "intentId", buyer_id as "buyerId", purchase_id as "purchaseId", state,
      amount_cents as "amountCents", extract(epoch from now() - created_at)::float8 * 1000 as age`,
  };
}

/** Payments that were refunded, in whole or in part, and not looked at for a day. */
export const REFUNDED: Queue = {
  ...LOOKS,
  table: sql`payments`,
  key: sql`intent_id`,
  due: sql`refunded_cents > 0 and checked_at <= now() - interval '1 day'`,
};

/** Disputes that may still change and were not compared for an hour. */
export const OPEN_DISPUTES: Queue = {
  ...LOOKS,
  table: sql`disputes`,
  key: sql`id`,
  due: sql`checked_at <= now() - interval '1 hour'`,
};

/**
 * Ends the looks at a refunded payment that has just been looked at, 60 days after the last change of what has gone back: by then
 * a bank has taken the money. Not when it is taken: a look that fails is not the last one.
 */
export async function endLooks(db: Queryable, intentId: string): Promise<void> {
  await sql`
    update payments set checked_at = 'infinity'
    where intent_id = ${intentId} and refunded_cents > 0 and refunded_changed_at < now() - interval '60 days'`.execute(
    db,
  );
}

/** What is looked for at the provider, each with a watermark of its own: one that is refused does not hold up the other. */
export type News = 'refunds' | 'disputes';

/**
 * Returns until when news of a kind has been looked at, in seconds since 1970. Before there was one for each kind, that of
 * refunds was for all.
 */
export async function readWatermark(db: Queryable, news: News): Promise<number> {
  const { rows } = await sql<{ value: string }>`
    insert into settings (name, value)
    select ${nameOfWatermark(news)}, value from settings where name = ${nameOfWatermark('refunds')}
    on conflict (name) do update set value = settings.value
    returning value`.execute(db);
  return Number(rows[0]!.value);
}

export async function writeWatermark(db: Queryable, news: News, seconds: number): Promise<void> {
  await sql`
    insert into settings (name, value) values (${nameOfWatermark(news)}, ${String(seconds)})
    on conflict (name) do update set value = excluded.value`.execute(db);
}

function nameOfWatermark(news: News): string {
  return `${news}_seen_until`;
}
