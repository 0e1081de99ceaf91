import { type RawBuilder, sql } from 'kysely';
import { isTimeZone } from '#contract/settings/schema.ts';
import { EnvError } from './env/variables.ts';

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

/** SQL for the shop's first day of the month, quarter or year that it is: a `date`. */
export function firstDayOf(period: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`date_trunc(${period}, ${today}::timestamp)::date`;
}

/** Throws an EnvError where the time zone of content/ has no name of the IANA's, such as 'Europe/Berlin'. */
export function requireTimeZone(zone: string): void {
  if (!isTimeZone(zone))
    throw new EnvError(
      `timeZone of content/shop.ts is '${zone}': it is to be a name such as 'Europe/Berlin', 'America/New_York' or 'UTC'`,
    );
}
