import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { begins, today } from '../ground/days.ts';

/** What the settings say of when orders leave. Read it anew each time: the next value may be another one. */
export interface ShippingTerms {
  readonly shipWithinDays: number;
}

/** SQL for the day before which purchases that are still to ship are overdue if they were accepted. */
export const overdueBefore = ({ shipWithinDays }: ShippingTerms): RawBuilder<string> =>
  sql<string>`(${today} - ${shipWithinDays}::int)`;

/** SQL that is true for purchases, of those that are to ship, that were accepted so long ago that they should have left. */
export const isOverdue = (terms: ShippingTerms): RawBuilder<SqlBool> =>
  sql<SqlBool>`purchases.accepted_at < ${begins(overdueBefore(terms))}`;
