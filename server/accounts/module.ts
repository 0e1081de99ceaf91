import { sql } from 'kysely';
import type { Database } from '../ground/database/client.ts';
import type { Module } from '../ground/module.ts';
import { insertDemoAccounts } from './demo.ts';
import { accountMails } from './mail-words.ts';
import { type AccountCalls, accountHandlers } from './routes.ts';

export const accounts: Module<AccountCalls, { database: Database; secondFactor: { required: boolean } }> = {
  name: 'accounts',
  demo: insertDemoAccounts,
  mails: accountMails,
  events: {
    user_promoted: ['people'],
    user_made_staff: ['people'],
    user_demoted: ['people'],
    user_blocked: ['people'],
    user_unblocked: ['people'],
    user_removed: ['people'],
    address_proven: ['people'],
    signed_in: ['people'],
    sign_in_failed: ['people'],
    sessions_ended: ['people'],
    password_changed: ['people'],
    password_reset: ['people'],
  },
  open: ({ database, secondFactor }) => ({
    handlers: accountHandlers(database, secondFactor),
    async forget() {
      await sql`delete from access_tokens where expires_at < now()`.execute(database.db);
      await sql`delete from sessions where expires_at < now()`.execute(database.db);
      await sql`delete from verifications where expires_at < now()`.execute(database.db);
    },
  }),
};
