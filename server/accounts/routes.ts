import type { accountCalls } from '#contract/calls/accounts.ts';
import { covers } from '#contract/reach.ts';
import type { Database, Queryable } from '../database/client.ts';
import { transact } from '../database/transact.ts';
import { recordEvent } from '../events/queries.ts';
import type { HandlersOf } from '../handling/handler.ts';
import { listAnswer } from '../handling/page.ts';
import { forbidden, Problem } from '../handling/problem.ts';
import { promote } from './promote.ts';
import { countAdmins, deleteUser, findUserByEmail, listUsers, lockRoles, setRole } from './queries.ts';
import { issueToken } from './tokens.ts';

export type AccountCalls = keyof typeof accountCalls;

export function accountHandlers(database: Database): HandlersOf<AccountCalls> {
  const { db } = database;
  return {
    async exchangeToken({ params, body, caller, reach }) {
      const email = params.email.toLowerCase();
      if (body.email.toLowerCase() !== email) {
        throw new Problem('email_mismatch');
      }
      if (!covers(reach, { email })) throw forbidden('other_account');
      return { token: await issueToken(database, caller) };
    },

    async isAdmin({ params, caller, reach, can }) {
      const email = params.email.toLowerCase();
      // About oneself it has been read already.
      if (email === caller.email) return { admin: can('account.changeRole') };
      if (!covers(reach, { email })) throw forbidden('own_role_only');
      return { admin: (await findUserByEmail(db, email))?.role === 'admin' };
    },

    async listUsers({ query }) {
      const { users, total } = await listUsers(db, query);
      return listAnswer(users, total);
    },

    async promoteUser({ params, caller }) {
      const email = params.email.toLowerCase();
      const promotion = { email, actor: caller.email };
      const outcome = await db.transaction().execute((transaction) => promote(transaction, promotion));
      if (outcome === 'address_unproven') {
        throw new Problem('address_unproven', { why: 'promotion' });
      }
      return { modifiedCount: outcome === 'promoted' ? 1 : 0 };
    },

    async demoteUser({ params, caller }) {
      const email = params.email.toLowerCase();
      return db.transaction().execute(async (transaction) => {
        await lockRoles(transaction);
        await requireAnotherAdmin(transaction, email);
        const modifiedCount = await setRole(transaction, email, 'customer');
        if (modifiedCount > 0) {
          await recordEvent(transaction, { kind: 'user_demoted', actor: caller.email, person: email });
        }
        return { modifiedCount };
      });
    },

    async removeUser({ params, caller }) {
      const email = params.email.toLowerCase();
      if (email === caller.email) throw new Problem('own_account');
      return transact(db, async (transaction) => {
        await lockRoles(transaction);
        await requireAnotherAdmin(transaction, email);
        const deletedCount = await deleteUser(transaction, email);
        if (deletedCount > 0) {
          await recordEvent(transaction, { kind: 'user_removed', actor: caller.email, person: email });
        }
        return { deletedCount };
      });
    },
  };
}

/** Refuses what would leave the shop without an admin. */
async function requireAnotherAdmin(db: Queryable, email: string): Promise<void> {
  const user = await findUserByEmail(db, email);
  if (user?.role === 'admin' && (await countAdmins(db)) <= 1) {
    throw new Problem('last_admin');
  }
}
