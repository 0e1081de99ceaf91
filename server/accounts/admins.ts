import { sql } from 'kysely';

/** So many people are told of something by mail at most. */
const MOST_TOLD = 50;

/** SQL for the ids and addresses of all admins whom the shop tells of something, the oldest accounts first. */
export const adminsToTell = sql<{ id: string; email: string }>`(
  select id, email from users where role = 'admin' order by created_at, id limit ${sql.lit(MOST_TOLD)})`;

/** The same of all who work for the shop, admins first. */
export const staffToTell = sql<{ id: string; email: string }>`(
  select id, email from users where role in ('admin', 'staff')
  order by role = 'admin' desc, created_at, id limit ${sql.lit(MOST_TOLD)})`;
