import { type RawBuilder, sql } from 'kysely';
import type { CustomerListQuery, UserDetail } from '#contract/accounts/schema.ts';
import { toDollars } from '#contract/kernel/money.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { recordEvent } from '../log/queries.ts';
import { matchesWords } from './queries.ts';

interface Row extends Omit<UserDetail, 'createdAt' | 'lastSeenAt' | 'blocked' | 'paidTotal' | 'unpaidTotal'> {
  createdAt: Date;
  lastSeenAt: Date | null;
  blockedAt: Date | null;
  blockedBy: string;
  blockedWhy: string;
  paidCents: number;
  unpaidCents: number;
}

/** When a person was seen last: when a session of theirs was used or, once they have signed out everywhere, as it was noted with them. */
const SEEN = sql<Date | null>`coalesce((select max(updated_at) from sessions where user_id = users.id), seen_at)`;

/** People with what they have bought, paid and owe, and when they were seen last. `which`: a select of rows of `users`, in its order. */
async function readPeople(db: Queryable, which: RawBuilder<unknown>): Promise<UserDetail[]> {
  const { rows } = await sql<Row>`
    select users.id as _id, email, users.name, role, email_verified as proven, users.created_at as "createdAt",
      second_factor_at is not null as "secondFactor",
      buyers.blocked_at as "blockedAt", buyers.blocked_by as "blockedBy", buyers.blocked_why as "blockedWhy",
      ${SEEN} as "lastSeenAt", buyers.unpaid_orders as unpaid, buyers.paid_cents as "paidCents", buyers.unpaid_cents as "unpaidCents",
      (select count(*)::int from purchases where buyer_id = users.id and state <> 'deleted') as purchases
    from (select *, row_number() over () as place from (${which}) as sorted) as users join buyers using (id)
    order by place`.execute(db);
  return rows.map(
    ({ createdAt, lastSeenAt, blockedAt, blockedBy, blockedWhy, paidCents, unpaidCents, ...person }) => ({
      ...person,
      createdAt: createdAt.toISOString(),
      ...(lastSeenAt && { lastSeenAt: lastSeenAt.toISOString() }),
      ...(blockedAt && { blocked: { at: blockedAt.toISOString(), by: blockedBy, why: blockedWhy } }),
      paidTotal: toDollars(paidCents),
      unpaidTotal: toDollars(unpaidCents),
    }),
  );
}

/** A person with what they have bought, paid and owe. */
export async function findPerson(db: Queryable, email: string): Promise<UserDetail | undefined> {
  return (await readPeople(db, sql`select * from users where email = ${email}`))[0];
}

// Found by the indexes of purchases in these states. An index of who has unpaid ones would cost each order more.
const WITH_UNPAID = sql`
  select buyer_id from purchases where state = 'held' union select buyer_id from purchases where state = 'released'`;

const IN_STATE: Record<NonNullable<CustomerListQuery['state']>, RawBuilder<unknown>> = {
  unpaid: sql`users.id in (${WITH_UNPAID})`,
  blocked: sql`buyers.blocked_at is not null`,
};

/** What customers are sorted by, before the id. Nothing of it is missing, so that each has a place. */
const SORTED_BY: Record<string, RawBuilder<unknown>> = {
  name: sql`lower(users.name)`,
  total: sql`buyers.paid_cents`,
  unpaid: sql`buyers.unpaid_cents`,
  // As noted with the person: the sessions of everybody would be looked up, one by one.
  seen: sql`coalesce(users.seen_at, '-infinity')`,
};

/** People with what is counted of them as buyers. */
const PEOPLE = sql`users join (select id, paid_cents, unpaid_cents, blocked_at from buyers) as buyers using (id)`;

/** The rows of people in an order, behind the one with the id `after`. */
function sorted(condition: RawBuilder<unknown>, { limit, after, sort }: CustomerListQuery) {
  const end = sql`limit ${limit ?? null}`;
  if (sort === undefined) {
    const behind = after === undefined ? sql`true` : sql`users.id < ${after}`;
    return sql`select users.* from ${PEOPLE} where ${condition} and ${behind} order by users.id desc ${end}`;
  }
  const isFalling = sort.startsWith('-');
  const by = SORTED_BY[sort.replace('-', '')]!;
  const direction = sql.raw(isFalling ? 'desc' : 'asc');
  const behind =
    after === undefined
      ? sql`true`
      : sql`(${by}, users.id) ${sql.raw(isFalling ? '<' : '>')} (select ${by}, users.id from ${PEOPLE} where users.id = ${after})`;
  return sql`
    select users.* from ${PEOPLE} where ${condition} and ${behind} order by ${by} ${direction}, users.id ${direction} ${end}`;
}

/**
 * A page of people, of those that the words of `q` find, or in a state: the newest account first, or by `sort`. And how many they are.
 * By `sort`, but for the name, everybody's row is read: an index of sums that each order changes would cost each order more.
 */
export async function listCustomers(
  db: Queryable,
  query: CustomerListQuery,
): Promise<{ people: UserDetail[]; total: number }> {
  const { after, q, state } = query;
  const condition = sql.join(
    [sql`true`, ...matchesWords(q), ...(state ? [IN_STATE[state]] : [])],
    sql` and `,
  );
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from ${PEOPLE} where ${condition}`.execute(db);
  const { total } = rows[0]!;
  if (total === 0 || (after !== undefined && !isId(after))) return { people: [], total };
  return { people: await readPeople(db, sorted(condition, query)), total };
}

interface BlockChange {
  email: string;
  to: 'blocked' | 'unblocked';
  actor: string;
  why: string;
}

/** Keeps a person from ordering, or lets them again, and notes why; answers how many people it changed. */
export async function setBlock(
  transaction: Queryable,
  { email, to, actor, why }: BlockChange,
): Promise<number> {
  const who = sql`(select id from users where email = ${email})`;
  const block = to === 'blocked' ? { by: actor, why } : undefined;
  if ((await setBuyerBlock(transaction, who, block)) === 0) return 0;
  const kind = to === 'blocked' ? 'user_blocked' : 'user_unblocked';
  await recordEvent(transaction, { kind, actor, person: email, why });
  return 1;
}

/** Keeps a buyer from ordering, or lets them again without a `block`; answers how many it changed. `who` is SQL for the buyer's id. */
export async function setBuyerBlock(
  transaction: Queryable,
  who: RawBuilder<unknown>,
  block: { by: string; why: string } | undefined,
): Promise<number> {
  const { by = null, why = null } = block ?? {};
  const { numAffectedRows } = await sql`
    update buyers set blocked_why = ${why}, blocked_by = ${by},
      blocked_at = case when ${why}::text is not null then coalesce(blocked_at, now()) end
    where id = ${who} and blocked_why is distinct from ${why}::text`.execute(transaction);
  return Number(numAffectedRows);
}
