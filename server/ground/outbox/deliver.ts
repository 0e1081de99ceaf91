import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../database/client.ts';
import { type StoredCounter, spendUpTo, unspend } from '../limits/queries.ts';
import { backOff, takeDue } from './queue.ts';

/** What one process has taken of the outbox to send it. */
export interface Message {
  id: string;
  recipient: string;
  kind: string;
  facts: unknown;
  createdAt: Date;
  /** How often it was taken, this time included. */
  attempts: number;
}

/** Messages that go out as one: one, or several. */
export type Bundle = [Message, ...Message[]];

/** A way by which messages of the outbox go out, such as mails. The outbox is the table `mails`, in which others stand, too. */
export interface Channel {
  /** The kinds that go this way. Others are left alone: they are another channel's, or a newer version's. */
  kinds: readonly string[];
  /** How many bundles may go out, of all processes together. */
  pace: StoredCounter;
  /** How many bundles a process sends at once. */
  atOnce: number;
  /** Longer than any sending: a message that is taken and neither sent nor failed by then belongs to a process that died. */
  leaseSeconds: number;
  /** SQL over a row of `mails`: why it is not needed any more; null while it is. */
  useless?: RawBuilder<string | null>;
  /** What goes out together of the messages that were taken; it postpones the others. Without it each goes by itself. */
  bundle?(taken: Message[]): Promise<Bundle[]>;
  /** Throws why a bundle could not be sent, with a message for admins. */
  send(bundle: Bundle): Promise<unknown>;
  /** Whether a failure is for good. Everything else is tried again until the message is too old. */
  isHopeless?(error: unknown, attempts: number): boolean;
}

/** Batches in one run; the next run takes the rest. */
const MOST_BATCHES = 20;

/**
 * Sends what is due of a channel, oldest first, each message once, however many processes do so, and together no faster than its
 * pace. Answers how many bundles were sent; throws when some could not be, which are tried again later and later.
 *
 * A message is marked sent after its receiver took it. When the process dies in between, or the receiver's answer is lost, it is
 * sent again with the same id.
 */
export async function deliver(db: Queryable, channel: Channel): Promise<number> {
  const { kinds, pace, atOnce } = channel;
  let sent = 0;
  const problems: string[] = [];
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const granted = await spendUpTo(db, pace, await countDue(db, kinds, atOnce));
    if (granted === 0) break;
    const { messages, isAll } = await takeMessages(db, channel, granted);
    const bundles = (await channel.bundle?.(messages)) ?? messages.map((message): Bundle => [message]);
    // Of no use any more, postponed, sent together with others, or taken by another process.
    if (bundles.length < granted) await unspend(db, pace, granted - bundles.length);
    const results = await Promise.all(bundles.map((bundle) => sendOne(db, channel, bundle)));
    const failed = results.filter((problem) => problem !== undefined);
    sent += bundles.length - failed.length;
    problems.push(...failed);
    // The receiver takes nothing at the moment: the rest need not find that out one by one.
    if (isAll || (bundles.length > 0 && failed.length === bundles.length)) break;
  }
  if (problems.length > 0) throw new Error(`${problems.length} messages could not be sent: ${problems[0]}`);
  return sent;
}

/** Sends a bundle and notes how that went. Answers the problem, if there was one. */
async function sendOne(db: Queryable, channel: Channel, bundle: Bundle): Promise<string | undefined> {
  const isOfBundle = isOneOf(bundle);
  try {
    await channel.send(bundle);
  } catch (error) {
    const { message } = error as Error;
    const problem = message.slice(0, 500);
    const attempts = Math.max(...bundle.map((one) => one.attempts));
    if (channel.isHopeless?.(error, attempts)) await giveUp(db, isOfBundle, problem);
    else {
      const nextAt = backOff(sql`${attempts - 1}::int`);
      await sql`update mails set problem = ${problem}, next_at = ${nextAt} where ${isOfBundle}`.execute(db);
    }
    return message;
  }
  // A token in one is the reader's alone from now on.
  await sql`update mails set sent_at = now(), next_at = null, problem = null, facts = facts - 'token'
    where ${isOfBundle}`.execute(db);
  return undefined;
}

const IS_TOO_OLD = sql`created_at < now() - interval '3 days'`;
export const TOO_OLD = 'It had waited for too long to be of use.';

/**
 * Takes messages of a channel that are due, up to `limit` and oldest first; with a condition in SQL, only those that meet it.
 * Those that are not needed any more are given up. `isAll` when nothing else was due.
 */
export async function takeMessages(
  db: Queryable,
  { kinds, leaseSeconds, useless = sql`null` }: Channel,
  limit: number,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<{ messages: Message[]; isAll: boolean }> {
  const taken = await takeDue<Message & { why: string | null }>(db, {
    table: sql`mails`,
    key: sql`id`,
    at: sql`next_at`,
    due: sql`${isDue(kinds)} and ${condition}`,
    taking: sql`attempts = attempts + 1, next_at = now() + make_interval(secs => ${leaseSeconds})`,
    columns: sql`recipient, kind, facts, created_at as "createdAt", attempts,
      case when ${IS_TOO_OLD} then ${TOO_OLD} else ${useless} end as why`,
    limit,
  });
  for (const { id, why } of taken) if (why !== null) await giveUp(db, sql`id = ${id}`, why);
  const messages = taken.filter(({ why }) => why === null).sort((a, b) => (a.id < b.id ? -1 : 1));
  return { messages, isAll: taken.length < limit };
}

function isOneOf(messages: Message[]): RawBuilder<unknown> {
  return sql`id = any(${messages.map(({ id }) => id)}::uuid[])`;
}

/** How many messages of some kinds are due, counted up to `most`. */
export async function countDue(db: Queryable, kinds: readonly string[], most: number): Promise<number> {
  const { rows } = await sql`select from mails where ${isDue(kinds)} limit ${most}`.execute(db);
  return rows.length;
}

function isDue(kinds: readonly string[]): RawBuilder<unknown> {
  return sql`next_at <= now() and kind = any(${kinds}::text[])`;
}

/** Lets messages that were taken wait for so many seconds, as if they had not been. */
export async function postpone(db: Queryable, messages: Message[], seconds: number): Promise<void> {
  await sql`update mails set attempts = attempts - 1, next_at = now() + make_interval(secs => ${seconds})
    where ${isOneOf(messages)}`.execute(db);
}

/** How many messages wait to be sent, and since when the oldest does. */
export async function countWaiting(db: Queryable): Promise<{ count: number; since: Date | null }> {
  const { rows } = await sql<{ count: number; since: Date | null }>`
    select count(*) as count, min(created_at) as since from mails where next_at is not null`.execute(db);
  return rows[0]!;
}

/** Gives up messages with the reason. They are kept like those that were sent, without their tokens. */
async function giveUp(db: Queryable, which: RawBuilder<unknown>, problem: string): Promise<void> {
  await sql`update mails set next_at = null, problem = ${problem}, facts = facts - 'token'
    where ${which}`.execute(db);
}

/** Gives up messages that have waited for too long to be of use, of whatever kind. */
export function giveUpOld(db: Queryable): Promise<void> {
  return giveUp(db, sql`next_at is not null and ${IS_TOO_OLD}`, TOO_OLD);
}

/**
 * Deletes messages of long ago, whose occasion cannot come again, so it is not told again either; and those whose link has
 * expired, sent or not.
 */
export async function forgetMessages(db: Queryable): Promise<void> {
  await sql`delete from mails
    where facts ->> 'expiresAt' is not null and (facts ->> 'expiresAt')::timestamptz < now()`.execute(db);
  await sql`delete from mails where created_at < now() - interval '90 days'`.execute(db);
}
