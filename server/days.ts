import { type RawBuilder, sql } from 'kysely';
import { timeZone } from '#content/shop.ts';
import { EnvError } from './env/variables.ts';

/** Days are written as '2027-03-03'. They begin and end at midnight of the shop's time zone, and may have 23 or 25 hours. */

/** Returns the shop's day of a moment. */
export function dayOf(moment: Date, zone: string = timeZone): string {
  // Sweden writes dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: zone }).format(moment);
}

/** SQL for the shop's day of a `timestamptz`: a `date`. */
export function dayOfTime(time: RawBuilder<unknown>, zone: string = timeZone): RawBuilder<string> {
  return sql<string>`(${time} at time zone ${sql.lit(zone)})::date`;
}

/**
 * SQL for the moment, a `timestamptz`, at which a day of the shop begins: `begins(day)` and `begins(day + 1)` bound a day, the
 * second one excluded. Compare times with it, so that an index on them serves.
 */
export function begins(day: RawBuilder<unknown>, zone: string = timeZone): RawBuilder<Date> {
  return sql<Date>`((${day})::date::timestamp at time zone ${sql.lit(zone)})`;
}

/** SQL for the day that it is in the shop. */
export const today = dayOfTime(sql`now()`);

/** Throws an EnvError where the shop's time zone has no name of the IANA's, such as 'Europe/Berlin'. */
export function requireTimeZone(zone: string = timeZone): void {
  try {
    if (!/^[A-Za-z]/.test(zone)) throw new RangeError();
    dayOf(new Date(), zone);
  } catch {
    throw new EnvError(
      `timeZone of content/shop.ts is '${zone}': it is to be a name such as 'Europe/Berlin', 'America/New_York' or 'UTC'`,
    );
  }
}
