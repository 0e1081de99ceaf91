import { sql } from 'kysely';
import type { Database, Queryable } from '../ground/database/client.ts';
import { newId } from '../ground/database/uuid.ts';
import { insertMail } from '../ground/mail/queries.ts';
import { accountMails } from './mail-words.ts';

/** How long a link in a mail is good, in seconds. */
export const LINK_SECONDS = 60 * 60;

/**
 * Writes a mail with a link that proves who reads the address's mailbox. One a minute and account: more would only fill a
 * mailbox, perhaps somebody else's.
 */
export async function enqueueLink(
  { db }: Database,
  kind: 'verify_address' | 'reset_password',
  user: { id: string; email: string },
  token: string,
): Promise<void> {
  const expiresAt = new Date(Date.now() + LINK_SECONDS * 1000).toISOString();
  await insertMail(
    accountMails[kind],
    sql`select ${user.email}::text as recipient,
      ${user.id}::text || ':' || floor(extract(epoch from now()) / 60) as subject,
      jsonb_build_object('token', ${token}::text, 'expiresAt', ${expiresAt}::text) as facts`,
  ).execute(db);
}

/**
 * Tells whoever reads the address's mailbox that the password was changed, in the transaction in which it is. While nobody has
 * proven the address it may be a stranger's: it is told once a day.
 */
export async function enqueuePasswordChanged(transaction: Queryable, userId: string): Promise<void> {
  await insertMail(
    accountMails.password_changed,
    sql`select email as recipient,
        case when email_verified then ${newId()}::text else id::text || ':' || current_date end as subject,
        jsonb_build_object('at', now()) as facts
      from users where id = ${userId}::uuid`,
  ).execute(transaction);
}
