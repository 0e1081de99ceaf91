import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Device, deviceOf } from '#contract/accounts/devices.ts';
import type { Database } from '../ground/database/client.ts';
import { recordEvent, SHOP, VISITOR } from '../log/queries.ts';
import { admitByPassword } from './passwords.ts';
import { provenHere } from './proven.ts';
import { giveRole } from './roles.ts';

interface Session {
  id: string;
  userId: string;
  userAgent?: string | null | undefined;
}

/** What the shop does with a session the provider has just made, by the path of the request that made it. */
export async function admitSession(
  parts: { database: Database; adminEmail: string | undefined },
  session: Session,
  path: string | undefined,
): Promise<void> {
  const device = deviceOf(session.userAgent);
  switch (path) {
    case '/callback/:id':
      return admitByGoogle(parts, session, device);
    case '/sign-in/email':
      return admitByPassword(parts.database, session, { with: 'password', device });
    case '/sign-up/email':
      return admitByPassword(parts.database, session, { with: 'new_password', device });
    default:
      await admitByPassword(parts.database, session);
      return carryFactor(parts.database, session);
  }
}

/** The session that a changed password opens has proven what the one before had. */
async function carryFactor({ db }: Database, { id }: Session): Promise<void> {
  const { factorAt } = provenHere();
  if (factorAt) await db.updateTable('sessions').set({ factor_at: factorAt }).where('id', '=', id).execute();
}

/** Notes a sign-in with Google. Who is named by ADMIN_EMAIL becomes admin by it, and by no other way to sign in. */
async function admitByGoogle(
  { database, adminEmail }: { database: Database; adminEmail: string | undefined },
  session: Session,
  device: Device,
): Promise<void> {
  await database.db.transaction().execute(async (transaction) => {
    const { email } = await transaction
      .selectFrom('users')
      .select('email')
      .where('id', '=', session.userId)
      .executeTakeFirstOrThrow();
    await recordEvent(transaction, {
      kind: 'signed_in',
      actor: email,
      person: email,
      facts: { with: 'google', device },
    });
    if (adminEmail === undefined || email !== adminEmail || provenHere().address !== adminEmail) return;
    await giveRole(transaction, { email, role: 'admin', actor: SHOP, by: 'admin_email' });
  });
}

const MINUTE = 60_000;

/**
 * Notes a failed sign-in, or a wrong code: one entry for an address and minute, however many tries there were, and one a minute for all
 * addresses that have no account. The entry's id is made of address and minute, so that processes share it, and the log
 * cannot be filled by guessing.
 */
export async function noteFailed(
  { db }: Database,
  kind: 'sign_in_failed' | 'second_factor_failed',
  email: string,
  device: Device,
  now = Date.now(),
): Promise<void> {
  const minute = Math.floor(now / MINUTE) * MINUTE;
  await sql`
    insert into events (id, kind, actor, person, facts)
    select case when users.id is null then ${idOf(kind, '', minute)}::uuid else ${idOf(kind, email, minute)}::uuid end,
      ${kind}, ${VISITOR}, users.email,
      case when users.id is null then '{}'::jsonb else ${JSON.stringify({ device })}::jsonb end
    from (select) as one left join users on users.email = ${email}
    on conflict (id) do nothing`.execute(db);
}

/** A UUIDv7 of the minute's beginning whose other bits are the address's. */
function idOf(kind: string, email: string, minute: number): string {
  const bytes = createHash('sha256').update(`${kind}:${minute}:${email}`).digest().subarray(0, 10);
  bytes[0] = (bytes[0]! & 0x0f) | 0x70;
  bytes[2] = (bytes[2]! & 0x3f) | 0x80;
  const hex = minute.toString(16).padStart(12, '0') + bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
