import { hash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { MemberRole } from '#contract/companies/rights.ts';
import { INVITATION_DAYS, type Invitation, type NewInvitation } from '#contract/companies/schema.ts';
import type { ParamsOf } from '#contract/kernel/problem.ts';
import type { Queryable } from '../ground/database/client.ts';
import { isId, newId } from '../ground/database/uuid.ts';
import { notFound, Problem } from '../ground/handling/problem.ts';
import { spend } from '../ground/limits/queries.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { unprovenCounters } from '../ground/mail/rules.ts';
import { companyMails } from './mail-words.ts';

const digest = (token: string) => hash('sha256', token, 'buffer');

const STATE = sql<Invitation['state']>`case
  when accepted_at is not null then 'accepted'
  when withdrawn_at is not null then 'withdrawn'
  when expires_at <= now() then 'expired'
  else 'open' end`;

/** A later invitation of the same address than a row of `invitations`. */
const LATER = sql`select from invitations later
  where later.buyer_id = invitations.buyer_id and later.email = invitations.email and later.id > invitations.id`;

/**
 * Who is or was invited to a company, as many as one page shows: what waits for an answer first, then the newest. One that a later
 * invitation of the same address has replaced is left out.
 */
export async function listInvitations(db: Queryable, buyerId: string): Promise<Invitation[]> {
  const rows = await db
    .selectFrom('invitations')
    .select(['id as _id', 'email', 'roles', STATE.as('state'), 'invited_by as invitedBy'])
    .select(['created_at', 'expires_at', 'accepted_by'])
    .where('buyer_id', '=', buyerId)
    .where(sql<boolean>`(accepted_at is not null or not exists (${LATER}))`)
    .orderBy(sql`${STATE} = 'open'`, 'desc')
    .orderBy('id', 'desc')
    .limit(500)
    .execute();
  return rows.map(({ created_at, expires_at, accepted_by, ...invitation }) => ({
    ...invitation,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
    ...(accepted_by !== null && { acceptedBy: accepted_by }),
  }));
}

/** How many invitations of a company nobody has answered yet. */
export async function countOpen(db: Queryable, buyerId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from invitations
    where buyer_id = ${buyerId} and accepted_at is null and withdrawn_at is null and expires_at > now()`.execute(
    db,
  );
  return rows[0]!.count;
}

/**
 * Invites somebody to a locked company: the mail has the only copy of the token. An open invitation of the same address is
 * withdrawn. Returns the invitation's id. Throws 429.
 */
export async function insertInvitation(
  transaction: Queryable,
  company: { _id: string; name: string },
  { email, roles }: NewInvitation,
  invitedBy: string,
): Promise<string> {
  await countMail(transaction, email);
  await sql`
    update invitations set withdrawn_at = now()
    where buyer_id = ${company._id} and email = ${email} and accepted_at is null and withdrawn_at is null`.execute(
    transaction,
  );
  const id = newId();
  const token = randomBytes(32).toString('base64url');
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into invitations (id, buyer_id, email, roles, token_hash, invited_by, expires_at)
    values (${id}, ${company._id}, ${email}, ${roles}::text[], ${digest(token)}, ${invitedBy},
      now() + make_interval(days => ${INVITATION_DAYS}))
    returning expires_at as "expiresAt"`.execute(transaction);
  const facts = { token, company: company.name, invitedBy, expiresAt: rows[0]!.expiresAt.toISOString() };
  await insertMail(
    companyMails.company_invitation,
    sql`select ${email}::text as recipient, ${id}::text as subject, ${JSON.stringify(facts)}::jsonb as facts`,
  ).execute(transaction);
  return id;
}

/**
 * Counts an invitation of an address, whoever sends it, with the transaction: one that is not sent does not count. Throws 429 with
 * Retry-After.
 */
async function countMail(transaction: Queryable, email: string): Promise<void> {
  // What follows a plus often reaches the same mailbox.
  const mailbox = email.replace(/\+[^@]*/, '');
  const seconds = Math.ceil(await spend(transaction, unprovenCounters('invitations', mailbox)));
  if (seconds > 0)
    throw new Problem('too_many_requests', { what: 'invitation', seconds }, { retryAfter: seconds });
}

/** Withdraws an invitation of a locked company that nobody has accepted. Returns how many. */
export async function withdrawInvitation(
  transaction: Queryable,
  buyerId: string,
  id: string,
): Promise<number> {
  if (!isId(id)) return 0;
  const { numAffectedRows } = await sql`
    update invitations set withdrawn_at = now()
    where id = ${id} and buyer_id = ${buyerId} and accepted_at is null and withdrawn_at is null`.execute(
    transaction,
  );
  return Number(numAffectedRows);
}

interface FoundInvitation {
  id: string;
  buyerId: string;
  company: string;
  invitedBy: string;
  email: string;
  roles: MemberRole[];
  expiresAt: Date;
}

/**
 * The invitation of a token from a mail, which can be accepted as long as its company stays locked. Throws 404, and 409 for one that has
 * ended.
 */
export async function requireOpen(db: Queryable, token: string): Promise<FoundInvitation> {
  const found = await db
    .selectFrom('invitations')
    .innerJoin('buyers', 'buyers.id', 'invitations.buyer_id')
    .select(['invitations.id', 'buyer_id as buyerId', 'invited_by as invitedBy'])
    // A company has a name.
    .select((e) => e.ref('buyers.name').$notNull().as('company'))
    .select(['email', 'roles', 'expires_at as expiresAt'])
    .select(
      sql<ParamsOf<'invitation_ended'>['why'] | 'open'>`case
        when withdrawn_at is not null and exists (${LATER}) then 'replaced'
        when ${STATE} = 'open' and closed_at is not null then 'company_closed'
        else ${STATE} end`.as('state'),
    )
    .where('token_hash', '=', digest(token))
    .executeTakeFirst();
  if (!found) throw notFound('invitation');
  const { state, ...invitation } = found;
  if (state !== 'open') throw new Problem('invitation_ended', { why: state });
  return invitation;
}

export async function markAccepted(transaction: Queryable, id: string, by: string): Promise<void> {
  await sql`update invitations set accepted_at = now(), accepted_by = ${by} where id = ${id}`.execute(
    transaction,
  );
}
