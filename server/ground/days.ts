import { type RawBuilder, sql } from 'kysely';
import { fieldError } from '#contract/kernel/field-message.ts';
import { isTimeZone } from '#contract/kernel/time-zone.ts';
import type { Queryable } from './database/client.ts';
import { EnvError } from './env/variables.ts';
import { invalidInput } from './handling/problem.ts';

/** Days are written as '2027-03-03'. They begin and end at midnight of the shop's time zone, and may have 23 or 25 hours. */

/**
 * What connections say of the shop's time zone (content/shop.ts): it holds while the settings say no other. SQL reads it by
 * `shop_zone()`, so that a statement counts all its days in one zone, whichever process sends it.
 */
export const countingDaysIn = (zone: string) => ({ 'shop.time_zone': zone });

/** SQL for the name of the shop's time zone, which a statement finds once. */
export const shopZone = sql<string>`(select shop_zone())`;

/** Returns the day of a moment in a time zone. */
export function dayOf(moment: Date, zone: string): string {
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone }).format(moment);
}

/** SQL for the shop's day of a `timestamptz`: a `date`. */
export function dayOfTime(
  time: RawBuilder<unknown>,
  zone: RawBuilder<string> = shopZone,
): RawBuilder<string> {
  return sql<string>`(${time} at time zone ${zone})::date`;
}

/**
 * SQL for the moment, a `timestamptz`, at which a day of the shop begins: `begins(day)` and `begins(day + 1)` bound a day, the
 * second one excluded. Compare times with it, so that an index on them serves.
 */
export function begins(day: RawBuilder<unknown>, zone: RawBuilder<string> = shopZone): RawBuilder<Date> {
  return sql<Date>`((${day})::date::timestamp at time zone ${zone})`;
}

/** SQL for the day that it is in the shop. */
export const today = dayOfTime(sql`now()`);

/** SQL for the name of the time zone of a buyer, a row of `buyers`: a company has its own, or the shop's. */
export const buyerZone = sql<string>`coalesce(buyers.time_zone, ${shopZone})`;

/** SQL for the name of the time zone of the buyer with an id, which a statement finds once. */
export const zoneOf = (buyerId: string) =>
  sql<string>`(select ${buyerZone} from buyers where id = ${buyerId})`;

/** SQL for the first day of the month, quarter or year that it is, in the shop or another zone: a `date`. */
export function firstDayOf(period: RawBuilder<unknown>, zone = shopZone): RawBuilder<string> {
  return sql<string>`date_trunc(${period}, ${dayOfTime(sql`now()`, zone)}::timestamp)::date`;
}

/** Throws 400 at a field for a time zone that this PostgreSQL does not know: it counts days in it. */
export async function requireKnownZone(transaction: Queryable, zone: string, field: string): Promise<void> {
  const { rows } =
    await sql`select from pg_timezone_names where lower(name) = lower(${zone}) limit 1`.execute(transaction);
  if (rows.length === 0) throw invalidInput([fieldError(field, 'time_zone')]);
}

/** Throws an EnvError where the time zone of content/ has no name of the IANA's, such as 'Europe/Berlin'. */
export function requireTimeZone(zone: string): void {
  if (!isTimeZone(zone))
    throw new EnvError(
      `timeZone of content/shop.ts is '${zone}': it is to be a name such as 'Europe/Berlin', 'America/New_York' or 'UTC'`,
    );
}
