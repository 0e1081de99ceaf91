import { hash, randomBytes } from 'node:crypto';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Token } from '#contract/accounts/schema.ts';
import { OWN_RIGHTS, rightsOf } from '#contract/companies/rights.ts';
import { isStaff } from '#contract/kernel/reach.ts';
import type { Database, Queryable } from '../ground/database/client.ts';
import { Gatherer } from '../ground/database/gather.ts';
import { prepare } from '../ground/database/prepare.ts';
import { transact } from '../ground/database/transact.ts';
import { isId } from '../ground/database/uuid.ts';
import type { Authentication, ProvenPerson } from '../ground/handling/authentication.ts';
import type { ProviderSession } from '../ground/handling/handler.ts';
import { notFound, unauthorized } from '../ground/handling/problem.ts';
import { FACTOR, factorNeeded, isComplete } from './factor.ts';

/** Milliseconds an accessToken lives: 24 hours, or as long as the session it stands for. */
const LIFETIME = 24 * 60 * 60 * 1000;

/** How old, in milliseconds, the moment of a session's last use may get before it is written anew. */
const USE_NOTED_EVERY = 60 * 1000;

/** How long a session of staff may not be used before it ends. */
const STAFF_IDLE = sql.lit('12 hours');

/** Whether a session `s` of a user `u` has been used lately enough: that of a customer need not be. */
export const IS_IN_USE = sql<SqlBool>`(u.role = 'customer' or s.updated_at > now() - interval ${STAFF_IDLE})`;

/** Bytes of all callers that are remembered: 20,000 or more. */
const REMEMBERED_BYTES = 16 * 1024 * 1024;
/** What a caller takes besides name and address: ids, hashes and its places in the cache. */
const BESIDES_TEXT = 512;

/** PostgreSQL: a row refers to another that is not there. */
const FOREIGN_KEY_VIOLATION = '23503';

/**
 * A new accessToken for a session, which acts for the person or for a company that they are a member of: for the one that the
 * session acted for last, where `buyerId` is left out. Older ones stay good. Only its hash is stored. 404 for a company of
 * others, 401 when the session has just ended, and 403
 * when a second factor is missing, which staff and admins have to have where it is `required`.
 */
export async function issueToken(
  { db }: Database,
  session: ProviderSession,
  required: boolean,
  buyerId?: string,
): Promise<Token> {
  // In one transaction with the choice: another one at the same moment waits, and is not this token's.
  const token = await (buyerId === undefined
    ? insertToken(db, session, required)
    : transact(db, async (transaction) => {
        await chooseBuyer(transaction, session, buyerId);
        return insertToken(transaction, session, required);
      }));
  // Not waited for, and not missed when it fails: it is only shown.
  noteSeen(db, session.sessionId).catch(() => {});
  return token;
}

async function insertToken(db: Queryable, session: ProviderSession, required: boolean): Promise<Token> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Math.min(Date.now() + LIFETIME, session.expiresAt.getTime()));
  let issued: { companies: number; buyerId: string | null } | undefined;
  try {
    const { rows } = await sql<{ companies: number; buyerId: string | null }>`
      insert into access_tokens (hash, session_id, expires_at, buyer_id)
      select ${hashOf(token)}::bytea, s.id, ${expiresAt}::timestamptz, s.buyer_id
      from sessions s join users u on u.id = s.user_id
      where s.id = ${session.sessionId} and ${isComplete(required)}
      returning buyer_id as "buyerId",
        (select count(*)::int from members where user_id = ${session.userId}) as companies`.execute(db);
    issued = rows[0];
    if (!issued) throw await factorNeeded(db, session.sessionId, 'enrol');
  } catch (error) {
    if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) throw unauthorized();
    throw error;
  }
  return {
    token,
    ...(issued.companies > 0 && { companies: issued.companies }),
    ...(issued.buyerId !== null && { buyerId: issued.buyerId }),
  };
}

/** Notes for whom a session acts from now on. Throws 404 for a company that the person is no member of. */
async function chooseBuyer(
  db: Queryable,
  { sessionId, userId }: ProviderSession,
  buyerId: string,
): Promise<void> {
  const isOwn = buyerId === userId;
  if (!isOwn && !isId(buyerId)) throw notFound('company');
  const company = isOwn ? null : buyerId;
  const { rows } = await sql`
    update sessions set buyer_id = ${company}::uuid
    where id = ${sessionId}
      and (${isOwn}::boolean or exists (select from members where user_id = ${userId} and buyer_id = ${company}::uuid))
    returning 1`.execute(db);
  if (rows.length === 0) throw isOwn ? unauthorized() : notFound('company');
}

/**
 * Tells who an accessToken stands for. Read afresh, so a sign-out, a removal or a change of role counts from the next request
 * on, in every process; tokens that come together are looked up together. `lastCallerOf` remembers what was read, for
 * no longer than until the next use of a session is to be noted.
 */
export function createTokens(
  database: Database,
  required: boolean,
): Pick<Authentication, 'callerOf' | 'lastCallerOf'> {
  const hashes = new Gatherer((some: string[]) => findAll(database, some));
  const last = new LRUCache<string, ProvenPerson>({
    maxSize: REMEMBERED_BYTES,
    sizeCalculation: ({ name, email, closedWhy = '' }) =>
      BESIDES_TEXT + 2 * (name.length + email.length + closedWhy.length),
    ttl: USE_NOTED_EVERY,
    // Asked each time: no timer keeps what it is.
    ttlResolution: 0,
    perf: { now: () => Date.now() },
  });

  return {
    async callerOf(token, isUse) {
      const tokenHash = hashOf(token).toString('hex');
      const row = await hashes.add(tokenHash);
      // A role that was given meanwhile may need a second factor, which the next exchange asks for.
      if (!row || (required && isStaff(row.role) && row.factor === 'none')) {
        last.delete(tokenHash);
        return undefined;
      }
      const { usedAt, roles, closedWhy, ...person } = row;
      const isClosed = closedWhy !== null;
      const rights = roles === null ? OWN_RIGHTS : rightsOf(roles, { isClosed });
      const caller: ProvenPerson = { kind: 'person', ...person, rights, ...(isClosed && { closedWhy }) };
      // Not waited for, and not missed when it fails: it is only shown.
      if (isUse && Date.now() - usedAt.getTime() > USE_NOTED_EVERY)
        noteUse(database, row.sessionId).catch(() => {});
      last.set(tokenHash, caller);
      return caller;
    },

    lastCallerOf: (token) => last.get(hashOf(token).toString('hex')),
  };
}

interface TokenRow extends Omit<ProvenPerson, 'kind' | 'rights' | 'closedWhy'> {
  roles: string[] | null;
  closedWhy: string | null;
  usedAt: Date;
}

async function findAll({ db }: Database, hashes: string[]): Promise<(TokenRow | undefined)[]> {
  const rows = await findCallers(db, { hashes: JSON.stringify(hashes) });
  const byHash = new Map(rows.map((row) => [row.tokenHash, row]));
  return hashes.map((hash) => byHash.get(hash));
}

/** What a user `u` is in the company that a token `t` acts for. */
const ROLES = sql`(select roles from members where buyer_id = t.buyer_id and members.user_id = u.id)`;

/**
 * Selects the caller behind an accessToken that is good now: `user_id`, `buyer_id`, their `roles` there (null
 * for themselves), `session_id`, `email`, `name`, `role`,
 * `is_proven` (their address), `used_at`, and what the session has proven of a `factor`, which is never missing.
 */
export function callerBehind(hash: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select * from (
      select u.id as user_id, t.buyer_id as company_id, coalesce(t.buyer_id, u.id) as buyer_id, ${ROLES} as roles,
        s.id as session_id, u.email, u.name, u.role, u.email_verified as is_proven, s.updated_at as used_at, ${FACTOR} as factor
      from access_tokens t join sessions s on s.id = t.session_id join users u on u.id = s.user_id
      where t.hash = decode(${hash}, 'hex') and s.expires_at > now() and ${IS_IN_USE}
        -- guard: server/accounts/sessions.test.ts
        and t.expires_at > now()
        -- guard: server/second-factor/second-factor.test.ts
        and (u.second_factor_at is null or s.factor_at is not null)
      limit 1
    ) as found
    where true
      -- guard: server/companies/companies.test.ts
      and (company_id is null or roles is not null)
    limit 1`;
}

/** Whether the accessToken with this hash stands for somebody now. */
export async function isTokenValid(db: Queryable, hash: string): Promise<boolean> {
  return (await sql`${callerBehind(sql`${hash}`)}`.execute(db)).rows.length > 0;
}

/**
 * `limit 1` forces one index look-up a token, whatever PostgreSQL expects of the number of tokens and of people. The
 * hashes come as JSON, of which it expects nothing: by an array's length it would plan anew each time, which takes it four
 * times as long as looking one up.
 */
const findCallers = prepare<{ hashes: string }, TokenRow>(
  (value) => sql`
    select asked.hash as "tokenHash", user_id as "userId", buyer_id as "buyerId", roles, session_id as "sessionId", email, name, role,
      used_at as "usedAt", factor, (select closed_why from buyers where id = company_id) as "closedWhy"
    from json_array_elements_text(${value('hashes')}::json) as asked (hash),
      lateral (${callerBehind(sql`asked.hash`)}) as caller`,
);

async function noteUse({ db }: Database, sessionId: string): Promise<void> {
  const now = new Date();
  await db
    .updateTable('sessions')
    .set({ updated_at: now })
    .where('id', '=', sessionId)
    // Requests that come together write once.
    .where('updated_at', '<', new Date(now.getTime() - USE_NOTED_EVERY))
    .execute();
  await noteSeen(db, sessionId);
}

/** Notes with a session's person that they were seen now: the session may end. */
async function noteSeen(db: Queryable, sessionId: string): Promise<void> {
  await sql`
    update users set seen_at = now()
    from sessions where sessions.id = ${sessionId} and users.id = user_id
      and coalesce(seen_at < now() - make_interval(secs => ${USE_NOTED_EVERY / 1000}), true)`.execute(db);
}

function hashOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
