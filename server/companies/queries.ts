import { type RawBuilder, sql } from 'kysely';
import { hasRight, type MemberRole, type Right, rightsOf } from '#contract/companies/rights.ts';
import type {
  Company,
  CompanyChange,
  CompanyListQuery,
  Member,
  MemberChange,
  NewCompany,
} from '#contract/companies/schema.ts';
import type { CompanyState } from '#contract/companies/states.ts';
import { toCents, toDollars } from '#contract/kernel/money.ts';
import type { Own, Reach } from '#contract/kernel/reach.ts';
import { leaveApprovals } from '../accounts/left-approvals.ts';
import { passSharedLists, takeOwnLists } from '../accounts/left-lists.ts';
import { contains, wordsOf } from '../accounts/queries.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId, newId } from '../ground/database/uuid.ts';
import { begins, buyerZone, firstDayOf, zoneOf } from '../ground/days.ts';
import { companyClosed, forbidden, notFound } from '../ground/handling/problem.ts';

/** The most companies that one person is a member of, and opens within a year. */
export const MOST_COMPANIES = 50;

/** Rows of `buyers`, with what a person is there. */
const withMine = (userId: string) =>
  sql`buyers left join members mine on mine.buyer_id = buyers.id and mine.user_id = ${userId}`;

interface Who {
  caller: Own;
  reach: Reach;
}

interface Row {
  _id: string;
  name: string;
  address: Company['address'];
  taxId: string | null;
  timeZone: string;
  createdAt: Date;
  members: number;
  roles: MemberRole[] | null;
  skipsRules: boolean | null;
  state: CompanyState;
  blockedAt: Date | null;
  blockedWhy: string | null;
  closedAt: Date | null;
  closedWhy: string | null;
  group: Company['group'] | null;
  lastOrderAt: Date | null;
}

/** The state of a row of `buyers` that is a company: what is taken back shows what is beneath. */
const STATE = sql<CompanyState>`case
  when closed_at is not null then 'closed'
  when blocked_at is not null then 'held'
  when waiting_since is not null then 'waiting'
  else 'active' end`;

/** Companies, the newest first, with what this person is there. */
async function readCompanies(
  db: Queryable,
  { caller: { userId }, reach }: Who,
  which: RawBuilder<unknown>,
  limit?: number,
): Promise<Row[]> {
  const forStaff = reach === 'all' ? sql`true` : sql`false`;
  const { rows } = await sql<Row>`
    select buyers.id as _id, buyers.name, buyers.address, tax_id as "taxId", ${buyerZone} as "timeZone", buyers.created_at as "createdAt",
      ${STATE} as state, blocked_at as "blockedAt", blocked_why as "blockedWhy", closed_at as "closedAt", closed_why as "closedWhy",
      mine.roles, skips_rules as "skipsRules",
      (select json_build_object('_id', id, 'name', name) from buyer_groups where id = group_id and ${forStaff}) as "group",
      (select placed_at from purchases where buyer_id = buyers.id and state <> 'deleted' and ${forStaff}
        order by purchases.id desc limit 1) as "lastOrderAt",
      (select count(*)::int from members where members.buyer_id = buyers.id) as members
    from ${withMine(userId)}
    where kind = 'company' and ${which} order by buyers.id desc limit ${limit ?? null}`.execute(db);
  return rows;
}

function toCompany(row: Row, activeBuyer: string): Company {
  const { taxId, roles, skipsRules, blockedAt, blockedWhy, closedAt, closedWhy, createdAt, ...rest } = row;
  const { group, lastOrderAt, ...company } = rest;
  return {
    ...company,
    ...(taxId !== null && { taxId }),
    createdAt: createdAt.toISOString(),
    isActive: company._id === activeBuyer,
    ...(roles && {
      roles,
      rights: rightsOf(roles, { isClosed: row.state === 'closed', skipsRules: skipsRules === true }),
    }),
    ...(blockedAt && { blocked: { at: blockedAt.toISOString(), why: blockedWhy! } }),
    ...(closedAt && { closed: { at: closedAt.toISOString(), why: closedWhy! } }),
    ...(group && { group }),
    ...(lastOrderAt && { lastOrderAt: lastOrderAt.toISOString() }),
  };
}

/** The companies that a person is a member of, or all of them; of these those in a state or a group, and that the words of `q` find. */
function listed({ q, state, group, mine }: CompanyListQuery, reach: Reach): RawBuilder<unknown> {
  const text = sql`concat_ws(' ', buyers.name, buyers.address ->> 'city', tax_id)`;
  const isMine = sql`mine.user_id is not null`;
  const conditions = wordsOf(q).map((word) => contains(text, word));
  if (state) conditions.push(sql`${STATE} = ${state}`);
  if (group !== undefined)
    conditions.push(reach === 'all' && isId(group) ? sql`group_id = ${group}` : sql`false`);
  return sql.join([reach === 'all' && !mine ? sql`true` : isMine, ...conditions], sql` and `);
}

/** A page of companies, the newest first. */
export async function listCompanies(
  db: Queryable,
  query: CompanyListQuery,
  { caller, reach }: Who,
): Promise<Company[]> {
  const { after, limit } = query;
  if (after !== undefined && !isId(after)) return [];
  const behind = after === undefined ? sql`true` : sql`buyers.id < ${after}`;
  const which = sql`${listed(query, reach)} and ${behind}`;
  const rows = await readCompanies(db, { caller, reach }, which, limit);
  return rows.map((row) => toCompany(row, caller.buyerId));
}

/** How many companies a list has in all. */
export async function countListed(
  db: Queryable,
  query: CompanyListQuery,
  { caller, reach }: Who,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${withMine(caller.userId)}
    where kind = 'company' and ${listed(query, reach)}`.execute(db);
  return rows[0]!.count;
}

/** How many companies wait for the shop's approval. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from buyers where kind = 'company' and ${STATE} = 'waiting'`.execute(db);
  return rows[0]!.count;
}

/** What staff see of a company's orders. */
export async function readFigures(db: Queryable, id: string): Promise<Company['figures']> {
  const zone = zoneOf(id);
  const isOfYear = sql`placed_at >= ${begins(firstDayOf(sql`'year'`, zone), zone)}`;
  const { rows } = await sql<{ orders: number; ordersThisYear: number; spentCents: number }>`
    select count(*)::int as orders, count(*) filter (where ${isOfYear})::int as "ordersThisYear",
      coalesce(sum(paid_cents - refunded_cents) filter (where ${isOfYear}), 0)::bigint as "spentCents"
    from purchases where buyer_id = ${id} and state <> 'deleted'`.execute(db);
  const { spentCents, ...counts } = rows[0]!;
  return { ...counts, spentThisYear: toDollars(spentCents) };
}

/**
 * A company that somebody may read or, with a right, change. For others than its members there is none (404). Members without
 * the right get 403, and those of a closed company 409.
 */
export async function requireCompany(
  db: Queryable,
  id: string,
  who: Who & { right?: Right },
): Promise<Company> {
  const [row] = isId(id) ? await readCompanies(db, who, sql`buyers.id = ${id}`) : [];
  if (!row) throw notFound('company');
  if (who.reach !== 'all') {
    if (!row.roles) throw notFound('company');
    if (who.right && row.closedWhy !== null) throw companyClosed(row.closedWhy);
    if (who.right && !hasRight(row.roles, who.right)) throw forbidden('right_missing');
  }
  return toCompany(row, who.caller.buyerId);
}

/**
 * Locks a company before its members and invitations change, and judges then who may. Throws as `requireCompany`, which reads
 * behind the lock.
 */
export async function lockCompany(
  transaction: Queryable,
  id: string,
  who: Who & { right?: Right },
): Promise<Company> {
  if (isId(id)) await sql`select from buyers where id = ${id} for no key update`.execute(transaction);
  return requireCompany(transaction, id, who);
}

/** Adds a company, which waits for the shop's approval where `isWaiting`. */
export async function insertCompany(
  transaction: Queryable,
  { name, address, taxId, timeZone }: NewCompany,
  isWaiting = false,
): Promise<string> {
  const id = newId();
  await transaction
    .insertInto('buyers')
    .values({
      id,
      kind: 'company',
      name,
      address: JSON.stringify(address),
      tax_id: taxId || null,
      time_zone: timeZone || null,
      ...(isWaiting && { waiting_since: sql<Date>`now()` }),
    })
    .execute();
  return id;
}

/** Changes a locked company. Returns the time zone that it has then. */
export async function updateCompany(
  transaction: Queryable,
  id: string,
  { name, address, taxId, timeZone }: CompanyChange,
): Promise<string> {
  const changed = await transaction
    .updateTable('buyers')
    .set({
      ...(name !== undefined && { name }),
      ...(address && { address: JSON.stringify(address) }),
      ...(taxId !== undefined && { tax_id: taxId || null }),
      ...(timeZone !== undefined && { time_zone: timeZone || null }),
    })
    .where('id', '=', id)
    .returning(buyerZone.as('timeZone'))
    .executeTakeFirstOrThrow();
  return changed.timeZone;
}

/** How many companies a person is a member of. */
export async function countCompanies(db: Queryable, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from members where user_id = ${userId}`.execute(db);
  return rows[0]!.count;
}

/** How many companies a person has opened within a year, those that they have left included. */
export async function countOpened(db: Queryable, email: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from events
    where kind = 'company_opened' and actor = ${email} and at > now() - interval '1 year'`.execute(db);
  return rows[0]!.count;
}

/** A company's members, in the order in which they joined, with what their orders of the current month count with. */
export async function listMembers(db: Queryable, buyerId: string): Promise<Member[]> {
  const rows = await db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select([
      'user_id as userId',
      'email',
      'name',
      'roles',
      'joined_at',
      'per_purchase_cents',
      'per_month_cents',
      'skips_rules as skipsRules',
      sql<number>`coalesce((
        select used_cents from spending join buyers on buyers.id = spending.buyer_id
        where spending.buyer_id = members.buyer_id and scope_id = user_id
          and period_start = ${firstDayOf(sql`'month'`, buyerZone)}), 0)::bigint`.as('used_cents'),
    ])
    .where('buyer_id', '=', buyerId)
    .orderBy('joined_at')
    .orderBy('user_id')
    .execute();
  const toLimit = (cents: number | null) => (cents === null ? null : toDollars(cents));
  return rows.map(({ joined_at, per_purchase_cents, per_month_cents, used_cents, ...member }) => ({
    ...member,
    joinedAt: joined_at.toISOString(),
    perPurchase: toLimit(per_purchase_cents),
    perMonth: toLimit(per_month_cents),
    usedOfMonth: toDollars(used_cents),
  }));
}

/** Makes somebody a member of a locked company; who is one already gets these roles besides. */
export async function addMember(
  transaction: Queryable,
  buyerId: string,
  userId: string,
  roles: readonly MemberRole[],
): Promise<void> {
  await sql`
    insert into members (buyer_id, user_id, roles) values (${buyerId}, ${userId}, ${roles}::text[])
    on conflict (buyer_id, user_id) do update set roles = array(
      select distinct role from unnest(members.roles || excluded.roles) as role order by role)`.execute(
    transaction,
  );
}

/** Changes a member of a locked company. */
export async function updateMember(
  transaction: Queryable,
  buyerId: string,
  userId: string,
  { roles, perPurchase, perMonth, skipsRules }: MemberChange,
): Promise<void> {
  const toLimit = (dollars: number | null) => (dollars === null ? null : toCents(dollars));
  await transaction
    .updateTable('members')
    .set({
      ...(roles && { roles }),
      ...(perPurchase !== undefined && { per_purchase_cents: toLimit(perPurchase) }),
      ...(perMonth !== undefined && { per_month_cents: toLimit(perMonth) }),
      ...(skipsRules !== undefined && { skips_rules: skipsRules }),
    })
    .where('buyer_id', '=', buyerId)
    .where('user_id', '=', userId)
    .execute();
  if (perMonth !== undefined) await boundSpending(transaction, buyerId, userId, 'month', toLimit(perMonth));
}

/**
 * Sets what is counted of a scope's current period may come to: the limit, or what is used where the limit is less now. The company
 * is locked.
 */
export async function boundSpending(
  transaction: Queryable,
  buyerId: string,
  scopeId: string,
  period: 'month' | 'quarter' | 'year',
  limitCents: number | null,
): Promise<void> {
  await sql`
    update spending set bound_cents = case when ${limitCents}::bigint is not null then greatest(${limitCents}::bigint, used_cents) end
    from buyers where buyers.id = ${buyerId} and buyer_id = buyers.id and scope_id = ${scopeId}
      and period_start = ${firstDayOf(sql`${period}::text`, buyerZone)}`.execute(transaction);
}

/**
 * Removes a member of a locked company, with the tokens by which they act for it. The lists that they share stay with its admin,
 * the others go with them.
 */
export async function deleteMember(transaction: Queryable, buyerId: string, userId: string): Promise<void> {
  await passSharedLists(transaction, userId, buyerId);
  await sql`delete from members where buyer_id = ${buyerId} and user_id = ${userId}`.execute(transaction);
  await leaveApprovals(transaction, userId, buyerId);
  // The limit goes with the membership: who comes back begins without one.
  await boundSpending(transaction, buyerId, userId, 'month', null);
  await takeOwnLists(transaction, userId, buyerId);
  await sql`
    delete from access_tokens using sessions
    where session_id = sessions.id and user_id = ${userId} and access_tokens.buyer_id = ${buyerId}`.execute(
    transaction,
  );
  await sql`update sessions set buyer_id = null where user_id = ${userId} and buyer_id = ${buyerId}`.execute(
    transaction,
  );
}

/** Ends the holds of a locked company that nobody is a member of any more: nobody can pay. The job releases them. */
export async function endHolds(transaction: Queryable, buyerId: string): Promise<void> {
  await sql`
    update purchases set held_until = now(), held_until_proven = null
    where id = any(array(
      select id from purchases where buyer_id = ${buyerId} and is_unpaid(state) and held_until > now()
      order by id for no key update))`.execute(transaction);
}
