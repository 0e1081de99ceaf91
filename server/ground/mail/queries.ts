import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../database/client.ts';
import { newId } from '../database/uuid.ts';
import { joinedNames, type MailKinds } from '../letters/kinds.ts';

/**
 * The statement that writes a mail about each row of `source`, alone or as a part of a larger statement. The columns of
 * `source` are recipient, facts, and subject: what the mail is about. A second mail of a kind about the same subject is
 * not written. For a source of several rows, `id` is one of its columns.
 */
export function insertMail(
  kind: { name: string },
  source: RawBuilder<unknown>,
  id: RawBuilder<unknown> = sql`${newId()}`,
): RawBuilder<unknown> {
  return sql`${insertFirstMail(kind, source, id)} on conflict (dedupe) do nothing`;
}

/** The same for subjects that are new, of which nobody can have been told: not looking for an earlier mail takes less. */
export function insertFirstMail(
  { name }: { name: string },
  source: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return sql`
    insert into mails (id, recipient, kind, facts, dedupe)
    select ${id}::uuid, recipient, ${name}, facts, ${`${name}:`} || subject
    from (${source}) as source`;
}

/** A mail that one process has taken to send it. */
export interface TakenMail {
  id: string;
  recipient: string;
  createdAt: Date;
  kind: string;
  facts: unknown;
  attempts: number;
  /** Whether its address is proven to be the account's. */
  isProven: boolean;
}

/** What was taken of the mails that are due, oldest first; `isAll` when nothing else was. */
export interface Taken {
  mails: TakenMail[];
  isAll: boolean;
}

/**
 * Takes mails that are due, oldest first, for `leaseSeconds`: no other process takes them meanwhile, and when this one
 * dies they are due again afterwards. Those that are of no use any more are not taken, but given up with the reason.
 */
export function takeDueMails(
  db: Queryable,
  kinds: MailKinds,
  leaseSeconds: number,
  limit: number,
): Promise<Taken> {
  return take(db, kinds, leaseSeconds, limit, sql`true`);
}

/** Takes what else is due of the mails to an address that may be told in one. */
export async function takeRest(
  db: Queryable,
  kinds: MailKinds,
  leaseSeconds: number,
  recipient: string,
): Promise<TakenMail[]> {
  const isOfThem = sql`recipient = ${recipient} and ${isJoined(kinds)}`;
  return (await take(db, kinds, leaseSeconds, MOST_JOINED, isOfThem)).mails;
}

/** Mails that one mail tells of at most. */
const MOST_JOINED = 100;

async function take(
  db: Queryable,
  kinds: MailKinds,
  leaseSeconds: number,
  limit: number,
  condition: RawBuilder<unknown>,
): Promise<Taken> {
  const uselessByKind = Object.entries(kinds).flatMap(([name, { useless }]) =>
    useless ? [sql`when kind = ${name} then ${useless}`] : [],
  );
  const { rows } = await sql<TakenMail & { useless: string | null }>`
    with due as (
      select id from mails where next_at <= now() and ${condition}
      order by next_at, id limit ${limit} for update skip locked
    ), judged as (
      select due.id, coalesce(users.email_verified, false) as is_proven,
        case
          when ${isTooOld(kinds)} then ${TOO_OLD}
          when (facts ->> 'expiresAt')::timestamptz <= now() then 'Its link had expired before it could be sent.'
          ${sql.join(uselessByKind, sql` `)}
        end as useless
      from due join mails on mails.id = due.id
      left join users on users.email = recipient
    )
    update mails
    set attempts = attempts + 1, problem = coalesce(useless, problem),
      next_at = case when useless is null then now() + make_interval(secs => ${leaseSeconds}) end,
      facts = case when useless is null then facts else facts - 'token' end
    from judged where judged.id = mails.id
    returning mails.id, recipient, kind, facts, created_at as "createdAt", attempts, is_proven as "isProven", useless`.execute(
    db,
  );
  const mails = rows.filter(({ useless }) => useless === null);
  return { mails: mails.toSorted((a, b) => (a.id < b.id ? -1 : 1)), isAll: rows.length < limit };
}

/** How many mails are due, counted up to `most`. */
export async function countDue(db: Queryable, most: number): Promise<number> {
  const { rows } = await sql`select from mails where next_at <= now() limit ${most}`.execute(db);
  return rows.length;
}

/** Lets mails that were taken wait for so many seconds, as if they had not been. */
export async function postpone(db: Queryable, ids: string[], seconds: number): Promise<void> {
  await sql`update mails set attempts = attempts - 1, next_at = now() + make_interval(secs => ${seconds})
    where id = any(${ids}::uuid[])`.execute(db);
}

/** Gives up mails that have waited for too long to be of use, with the reason. They are kept like those that were sent. */
export async function giveUpOldMails(db: Queryable, kinds: MailKinds): Promise<void> {
  await sql`update mails set next_at = null, problem = ${TOO_OLD}, facts = facts - 'token'
    where next_at is not null and ${isTooOld(kinds)}`.execute(db);
}

/** How many mails wait to be sent, and since when the oldest does. */
export async function countWaiting(db: Queryable): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*) as count, min(created_at) as since from mails where next_at is not null`.execute(db);
  return rows[0]!;
}

const TOO_OLD = 'It had waited for too long to be of use.';

function isTooOld(kinds: MailKinds): RawBuilder<boolean> {
  return sql`mails.created_at < now() - case when ${isJoined(kinds)} then interval '1 day' else interval '3 days' end`;
}

function isJoined(kinds: MailKinds): RawBuilder<boolean> {
  return sql`kind = any(${joinedNames(kinds)}::text[])`;
}

/** Notes that mails are sent. A token in one is the reader's alone from now on. */
export async function markSent(db: Queryable, ids: string[]): Promise<void> {
  await db
    .updateTable('mails')
    .set({ sent_at: sql<Date>`now()`, next_at: null, problem: null, facts: sql`facts - 'token'` })
    .where('id', 'in', ids)
    .execute();
}

/** Notes why mails could not be sent; they are due again in `seconds`, or never when that is undefined. */
export async function markFailed(
  db: Queryable,
  ids: string[],
  problem: string,
  seconds: number | undefined,
): Promise<void> {
  await db
    .updateTable('mails')
    .set({
      problem,
      next_at: seconds === undefined ? null : sql<Date>`now() + make_interval(secs => ${seconds})`,
    })
    .where('id', 'in', ids)
    .execute();
}

/**
 * Deletes mails of long ago, whose occasion cannot come again, so it is not told again either; and those whose link has
 * expired, sent or not.
 */
export async function forgetMails(db: Queryable): Promise<void> {
  await sql`delete from mails
    where facts ->> 'expiresAt' is not null and (facts ->> 'expiresAt')::timestamptz < now()`.execute(db);
  await sql`delete from mails where created_at < now() - interval '90 days'`.execute(db);
}
