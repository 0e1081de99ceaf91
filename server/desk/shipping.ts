import { type SqlBool, sql } from 'kysely';
import { shipWithinDays } from '#content/shop.ts';
import { begins, today } from '../days.ts';

/** The day before which purchases that are still to ship are overdue if they were paid. */
export const OVERDUE_BEFORE = sql<string>`(${today} - ${sql.lit(shipWithinDays)}::int)`;

/** Of those that are to ship: paid so long ago that they should have left. */
export const IS_OVERDUE = sql<SqlBool>`purchases.paid_at < ${begins(OVERDUE_BEFORE)}`;
