import { covers } from '#contract/reach.ts';
import type { Database, Queryable } from '../database/client.ts';
import { transact } from '../database/transact.ts';
import { recordEvent } from '../events/queries.ts';
import type { HandlersOf } from '../http/handler.ts';
import { listAnswer } from '../http/page.ts';
import { badRequest, conflict, forbidden } from '../http/problem.ts';
import { promote } from './promote.ts';
import { countAdmins, deleteUser, findUserByEmail, listUsers, lockRoles, setRole } from './queries.ts';
import { issueToken } from './tokens.ts';

export type AccountCalls =
  | 'exchangeToken'
  | 'isAdmin'
  | 'listUsers'
  | 'promoteUser'
  | 'demoteUser'
  | 'removeUser';

export function accountHandlers(database: Database): HandlersOf<AccountCalls> {
  const { db } = database;
  return {
    async exchangeToken({ params, body, caller, reach }) {
      const email = params.email.toLowerCase();
      if (body.email.toLowerCase() !== email) {
        throw badRequest('email_mismatch', 'The address in the path and the one in the body differ.');
      }
      if (!covers(reach, { email })) throw forbidden('This is not the address you signed in with.');
      return { token: await issueToken(database, caller) };
    },

    async isAdmin({ params, caller, reach, can }) {
      const email = params.email.toLowerCase();
      // About oneself it has been read already.
      if (email === caller.email) return { admin: can('account.changeRole') };
      if (!covers(reach, { email })) throw forbidden('You may only ask about yourself.');
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
        throw conflict(
          'address_unproven',
          'This address is not confirmed, so the account may be anybody’s. Ask its owner to confirm it on My Profile, or to sign in with Google, then try again.',
        );
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
      if (email === caller.email) throw conflict('own_account', 'You cannot remove your own account.');
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
    throw conflict('last_admin', 'This is the last admin. Make someone else an admin first.');
  }
}
