import type pg from 'pg';
import { timeOf } from '../../ground/database/uuid.ts';
import { OperatorError } from '../../ground/operator-error.ts';
import { BACKUP_MADE_AT, RESTORED_AT, TAKE_IN_FROM } from '../../payments/unknown.ts';
import { begin, quoted } from './tables.ts';

/** Tables of what ends by being removed, of any version. */
const OF_A_SESSION = ['sessions', 'access_tokens', 'verifications', 'passkey_challenges'];

/** Clocks of the shop's processes and of the database may differ by so much. */
const CLOCKS_MS = 60_000;

/** Reads a moment that a database was brought back to: a past one with its zone. Returns milliseconds since 1970. */
export function readMoment(text: string): number {
  const moment = Date.parse(text);
  // Nobody restores a moment to come, and 2020 is before the first shop.
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) || !(moment > 1.6e12 && moment <= Date.now()))
    throw new OperatorError(`${text} is no past moment with its zone, such as 2027-03-03T12:00:00Z.`);
  return moment;
}

/**
 * Settles a database that PostgreSQL's own tools have brought back to a moment, in milliseconds since 1970, as `settleRestored` says.
 * Throws and changes nothing when somebody has used it since.
 */
export async function settleBroughtBack(pool: pg.Pool, moment: number): Promise<number> {
  const client = await pool.connect();
  try {
    await begin(client, 'read committed');
    await requireNothingSince(client, moment);
    const heldMails = await settleRestored(client, Math.floor(moment / 1000));
    await client.query('commit');
    return heldMails;
  } finally {
    // Ends the transaction of what has failed.
    client.release(true);
  }
}

/** Throws when the log has an entry of after the moment: then the database was not brought back to it, or is in use again. */
async function requireNothingSince(client: pg.ClientBase, moment: number): Promise<void> {
  const { rows } = await client.query<{ id: string }>('select id from events order by id desc limit 1');
  if (rows[0] && timeOf(rows[0].id) > moment + CLOCKS_MS)
    throw new OperatorError(
      `The log has entries of ${new Date(timeOf(rows[0].id)).toISOString()}: this database was not brought back to that moment, or is in use since.`,
    );
}

/**
 * Settles what a database of an earlier moment would do wrong: sessions, tokens and links that have ended since would be good again,
 * so all of them end; mails that waited then may have been sent, so they are given up; reconciliation is to ask the payment provider
 * what was paid since. For the transaction in which nobody uses the shop.
 * @param moment of which the database is, in seconds since 1970
 * @returns how many mails are given up
 */
export async function settleRestored(client: pg.ClientBase, moment: number): Promise<number> {
  await client.query(
    `insert into settings (name, value)
     values ($1, $4::bigint::text), ($2, $4::bigint::text), ($3, extract(epoch from now())::bigint::text)
     on conflict (name) do update set value = excluded.value`,
    [TAKE_IN_FROM, BACKUP_MADE_AT, RESTORED_AT, moment],
  );
  const { rows: ended } = await client.query<{ name: string }>(
    `select relname as name from pg_class
     where relnamespace = current_schema()::regnamespace and relkind = 'r' and relname = any($1)`,
    [OF_A_SESSION],
  );
  await client.query(`truncate ${ended.map(({ name }) => quoted(name)).join(', ')}`);
  const { rowCount } = await client.query(
    `update mails set next_at = null, facts = facts - 'token',
       problem = 'The shop was restored from a backup: it may have been sent before that.'
     where next_at is not null`,
  );
  return rowCount!;
}
