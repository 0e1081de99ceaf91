import { sql } from 'kysely';

/** So many admins are told of something by mail at most. */
const MOST_ADMINS = 50;

/** SQL for the ids and addresses of all admins whom the shop tells of something, the oldest accounts first. */
export const adminsToTell = sql<{ id: string; email: string }>`(
  select id, email from users where role = 'admin' order by created_at, id limit ${sql.lit(MOST_ADMINS)})`;
