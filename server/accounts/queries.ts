import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Role, User, UserListQuery } from '#contract/accounts/schema.ts';
import { type Right, rolesWith } from '#contract/companies/rights.ts';
import { isForCompany, type Own } from '#contract/kernel/reach.ts';
import type { EventFacts } from '#contract/log/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId } from '../ground/database/uuid.ts';
import { Problem, unauthorized } from '../ground/handling/problem.ts';
import { recordEvent } from '../log/queries.ts';
import { leaveApprovals } from './left-approvals.ts';
import { passSharedLists } from './left-lists.ts';

const USER_COLUMNS = ['id as _id', 'email', 'name', 'role', 'email_verified as proven'] as const;

/** Everyone with an account, or whom the words of `q` find, oldest first, and how many they are. */
export async function listUsers(
  db: Queryable,
  { limit, after, q }: UserListQuery,
): Promise<{ users: User[]; total: number }> {
  const found = findUsers(db, q);
  const { total } = await found.select((e) => e.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  if (after !== undefined && !isId(after)) return { users: [], total };
  let query = found.select(USER_COLUMNS).orderBy('id');
  if (after !== undefined) query = query.where('id', '>', after);
  if (limit !== undefined) query = query.limit(limit);
  return { users: await query.execute(), total };
}

/** Everyone, or those whose address or name contains each of the words of `q`, whatever their accents. */
function findUsers(db: Queryable, q?: string) {
  return matchesWords(q).reduce((query, condition) => query.where(condition), db.selectFrom('users'));
}

/** The conditions on a user whose address or name contains each of the words of `q`. */
export function matchesWords(q?: string): RawBuilder<SqlBool>[] {
  return wordsOf(q).map((word) => sql`(strpos(email, ${word}) > 0 or ${contains(sql`name`, word)})`);
}

/** The words of a search in lower case, each once. */
export const wordsOf = (q = ''): string[] => [...new Set(q.toLowerCase().split(/\s+/).filter(Boolean))];

/** SQL for whether a text contains a word in lower case, whatever their accents and the text's case. */
export const contains = (text: RawBuilder<unknown>, word: string): RawBuilder<SqlBool> =>
  sql`strpos(${plain(text)}, ${withoutAccents(word)}) > 0`;

/** `garcía` as `garcia`, `weiß` as `weiss`. The same in SQL is `plain`. */
function withoutAccents(lowerCase: string): string {
  return lowerCase
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replaceAll('ß', 'ss');
}

// An ASCII text has no accents. Most names are, and removing accents takes most of a search's time.
const plain = (
  text: RawBuilder<unknown>,
) => sql`case when octet_length(${text}) = char_length(${text}) then lower(${text} collate "C")
  else replace(regexp_replace(normalize(lower(${text}), NFKD), '[\\u0300-\\u036f]', '', 'g'), 'ß', 'ss') end`;

export async function findUserByEmail(db: Queryable, email: string): Promise<User | undefined> {
  return db.selectFrom('users').select(USER_COLUMNS).where('email', '=', email).executeTakeFirst();
}

/**
 * Takes a lock that every change of roles and every removal takes, so that two admins cannot demote each other at once
 * and leave none. Held until the transaction ends.
 */
export async function lockRoles(transaction: Queryable): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('roles'))`.execute(transaction);
}

export async function countAdmins(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('role', '=', 'admin')
    .executeTakeFirstOrThrow();
  return count;
}

/** Changes a role; answers how many people it changed (0 when they had it, or are unknown). */
export async function setRole(db: Queryable, email: string, role: Role): Promise<number> {
  const result = await db
    .updateTable('users')
    .set({ role, updated_at: new Date() })
    .where('email', '=', email)
    .where('role', '<>', role)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

/**
 * Removes an account with its sessions and tokens, in a transaction. Throws 409 for the only admin of a company that has others. Purchases, payments and reviews stay and lose the
 * link; what the person shares in companies stays there. The buyer is locked before what refers to them, as everywhere.
 */
export async function deleteUser(transaction: Queryable, email: string): Promise<number> {
  // Before the person: placing locks the buyers first, and then refers to the person.
  const solelyRun = await lockBuyersOf(transaction, email);
  if (solelyRun !== undefined) throw new Problem('last_company_admin', { company: solelyRun });
  const user = await transaction
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst();
  if (!user) return 0;
  await passSharedLists(transaction, user.id);
  await leaveApprovals(transaction, user.id);
  // Before the payments: the database would take them first, in the order in which their references were made.
  await sql`update purchases set user_id = null, buyer_id = nullif(buyer_id, user_id) where user_id = ${user.id}`.execute(
    transaction,
  );
  // Before the sessions, likewise.
  await sql`delete from second_factors where user_id = ${user.id}`.execute(transaction);
  await transaction.deleteFrom('users').where('id', '=', user.id).execute();
  return 1;
}

/** Locks a person's buyer and companies. Returns a company with other members of which they are the only admin. */
async function lockBuyersOf(transaction: Queryable, email: string): Promise<string | undefined> {
  // By an array: a row that has changed while it was waited for must not fall out of the condition.
  await sql`
    with person as (select id from users where email = ${email})
    select from buyers
    where id = any(array(select id from person union all select buyer_id from members join person on user_id = person.id))
    order by id for update`.execute(transaction);
  const { rows } = await sql<{ name: string }>`
    select buyers.name from buyers join members as own on own.buyer_id = buyers.id join users on users.id = own.user_id
    where email = ${email} and 'admin' = any(own.roles)
      and exists (select from members where buyer_id = buyers.id and user_id <> own.user_id)
      and not exists (
        select from members where buyer_id = buyers.id and user_id <> own.user_id and 'admin' = any(roles))
    limit 1`.execute(transaction);
  return rows[0]?.name;
}

/**
 * Locks the row that counts somebody's lists, before these are locked, and keeps them a member of the company that they act for.
 * Throws 401 when the account was removed, or is no member any more, since the request was authenticated.
 */
export async function lockOwner(transaction: Queryable, owner: Own): Promise<void> {
  await lockRow(transaction, 'users', owner.userId);
  await holdMember(transaction, owner);
}

/** SQL for the roles of members that have a right. */
export const rolesHaving = (right: Right) =>
  sql`array[${sql.join(rolesWith(right).map((role) => sql.lit(role)))}]::text[]`;

/** Keeps who acts for a company its member until the transaction ends. Throws 401 when they are none any more. */
export async function holdMember(transaction: Queryable, who: Own): Promise<void> {
  if (!isForCompany(who)) return;
  const held = await holdMembers(transaction, who.buyerId, [who.userId]);
  if (held.length === 0) throw unauthorized();
}

/** Keeps members of a company so until the transaction ends. Returns the ids of those who are. */
export async function holdMembers(
  transaction: Queryable,
  buyerId: string,
  userIds: string[],
): Promise<string[]> {
  const rows = await transaction
    .selectFrom('members')
    .select('user_id')
    .where('buyer_id', '=', buyerId)
    .where('user_id', 'in', userIds)
    .orderBy('user_id')
    .forKeyShare()
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Locks the row that counts a buyer's addresses, likewise. */
export async function lockBuyer(transaction: Queryable, { buyerId }: Own): Promise<void> {
  await lockRow(transaction, 'buyers', buyerId);
}

async function lockRow(transaction: Queryable, table: 'users' | 'buyers', id: string): Promise<void> {
  const row = await transaction
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw unauthorized();
}

/** A user whose row is locked. */
export interface HeldUser {
  id: string;
  email: string;
  email_verified: boolean;
}

/** Locks a user: new sessions, whose reference to the user waits for this lock, are held off. */
export async function holdUser(transaction: Queryable, userId: string): Promise<HeldUser | undefined> {
  return transaction
    .selectFrom('users')
    .select(['id', 'email', 'email_verified'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Notes that a user's address is theirs, and how they proved it. */
export async function proveAddress(
  transaction: Queryable,
  { id, email }: HeldUser,
  by: EventFacts['address_proven']['by'],
): Promise<void> {
  await transaction
    .updateTable('users')
    .set({ email_verified: true, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  await recordEvent(transaction, { kind: 'address_proven', actor: email, person: email, facts: { by } });
}

/**
 * Ends all sessions of a user, with the accessTokens that hang on them, and links that could still reset the password. Who
 * changes the second factor too does that before: its row is locked before sessions (docs/payments.md).
 */
export async function endSessions(transaction: Queryable, userId: string): Promise<void> {
  await transaction.deleteFrom('sessions').where('user_id', '=', userId).execute();
  // guard: server/accounts/passwords.test.ts
  await transaction.deleteFrom('verifications').where('value', '=', userId).execute();
}
