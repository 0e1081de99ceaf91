import { sql } from 'kysely';
import type { UserDetail } from '#contract/accounts.ts';
import { toDollars } from '#contract/money.ts';
import type { Queryable } from '../database/client.ts';
import { recordEvent } from '../events/queries.ts';

interface Row extends Omit<UserDetail, 'createdAt' | 'lastSeenAt' | 'blocked' | 'paidTotal' | 'unpaidTotal'> {
  createdAt: Date;
  lastSeenAt: Date | null;
  blockedAt: Date | null;
  blockedBy: string;
  blockedWhy: string;
  paidCents: number;
  unpaidCents: number;
}

/** A person with what they have bought, paid and owe, and when a session of theirs was last used. */
export async function findPerson(db: Queryable, email: string): Promise<UserDetail | undefined> {
  const { rows } = await sql<Row>`
    select id as _id, email, name, role, email_verified as proven, created_at as "createdAt",
      second_factor_at is not null as "secondFactor",
      blocked_at as "blockedAt", blocked_by as "blockedBy", blocked_why as "blockedWhy",
      (select max(updated_at) from sessions where user_id = users.id) as "lastSeenAt", bought.*
    from users, lateral (
      select count(*)::int as purchases, count(*) filter (where paid_at is null)::int as unpaid,
        coalesce(sum(total_cents) filter (where paid_at is not null), 0)::float8 as "paidCents",
        coalesce(sum(total_cents) filter (where paid_at is null), 0)::float8 as "unpaidCents"
      from purchases where user_id = users.id and state <> 'deleted'
    ) as bought
    where email = ${email}`.execute(db);
  const row = rows[0];
  if (!row) return undefined;
  const { createdAt, lastSeenAt, blockedAt, blockedBy, blockedWhy, paidCents, unpaidCents, ...person } = row;
  return {
    ...person,
    createdAt: createdAt.toISOString(),
    ...(lastSeenAt && { lastSeenAt: lastSeenAt.toISOString() }),
    ...(blockedAt && { blocked: { at: blockedAt.toISOString(), by: blockedBy, why: blockedWhy } }),
    paidTotal: toDollars(paidCents),
    unpaidTotal: toDollars(unpaidCents),
  };
}

/** Keeps a person from ordering, or lets them again (without `why`), and notes it; answers how many people it changed. */
export async function setBlock(
  transaction: Queryable,
  { email, actor, why }: { email: string; actor: string; why?: string },
): Promise<number> {
  const { rows } = await sql`
    update users set blocked_why = ${why ?? null}, blocked_by = ${why === undefined ? null : actor},
      blocked_at = ${why === undefined ? null : sql`coalesce(blocked_at, now())`}
    where email = ${email} and blocked_why is distinct from ${why ?? null}::text returning 1`.execute(
    transaction,
  );
  if (rows.length === 0) return 0;
  const told = { actor, person: email };
  await recordEvent(
    transaction,
    why === undefined ? { kind: 'user_unblocked', ...told } : { kind: 'user_blocked', ...told, why },
  );
  return 1;
}
