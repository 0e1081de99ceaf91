import type { accountCalls } from '#contract/accounts/calls.ts';
import type { Role } from '#contract/accounts/schema.ts';
import { covers } from '#contract/kernel/reach.ts';
import type { Database } from '../ground/database/client.ts';
import { transact } from '../ground/database/transact.ts';
import type { HandlersOf } from '../ground/handling/handler.ts';
import { listAnswer } from '../ground/handling/page.ts';
import { forbidden, notFound, Problem } from '../ground/handling/problem.ts';
import { recordEvent } from '../log/queries.ts';
import { findPerson, listCustomers, setBlock } from './people.ts';
import { deleteUser, findUserByEmail, listUsers, lockRoles } from './queries.ts';
import { giveRole, requireAnotherAdmin } from './roles.ts';
import { issueToken } from './tokens.ts';

export type AccountCalls = keyof typeof accountCalls;

export function accountHandlers(
  database: Database,
  { required }: { required: boolean },
): HandlersOf<AccountCalls> {
  const { db } = database;

  async function changeRole(email: string, role: Role, actor: string): Promise<{ modifiedCount: number }> {
    const change = { email: email.toLowerCase(), role, actor };
    const outcome = await db.transaction().execute((transaction) => giveRole(transaction, change));
    if (outcome === 'address_unproven') throw new Problem('address_unproven', { why: 'promotion' });
    return { modifiedCount: outcome === 'given' ? 1 : 0 };
  }

  const changeBlock = async (change: Parameters<typeof setBlock>[1]) => ({
    modifiedCount: await db.transaction().execute((transaction) => setBlock(transaction, change)),
  });

  return {
    async exchangeToken({ params, body, caller, reach }) {
      const email = params.email.toLowerCase();
      if (body.email.toLowerCase() !== email) {
        throw new Problem('email_mismatch');
      }
      // guard: tests/access/access.test.ts
      if (!covers(reach, { email })) throw forbidden('other_account');
      return issueToken(database, caller, required, body.buyerId);
    },

    async isAdmin({ params, caller, reach, can }) {
      const email = params.email.toLowerCase();
      // About oneself it has been read already.
      if (email === caller.email) {
        const admin = can('account.changeRole');
        return { admin, ...(!admin && can('shop.work') && { staff: true as const }) };
      }
      if (!covers(reach, { email })) throw forbidden('own_role_only');
      const role = (await findUserByEmail(db, email))?.role;
      return { admin: role === 'admin', ...(role === 'staff' && { staff: true as const }) };
    },

    async listUsers({ query }) {
      const { users, total } = await listUsers(db, query);
      return listAnswer(users, total);
    },

    promoteUser: ({ params, caller }) => changeRole(params.email, 'admin', caller.email),
    demoteUser: ({ params, caller }) => changeRole(params.email, 'customer', caller.email),
    async getUser({ params }) {
      const person = await findPerson(db, params.email.toLowerCase());
      if (!person) throw notFound('person');
      return person;
    },

    async listCustomers({ query }) {
      const { people, total } = await listCustomers(db, query);
      return listAnswer(people, total);
    },

    blockUser: ({ params, body: { why }, caller }) =>
      changeBlock({ email: params.email.toLowerCase(), why, to: 'blocked', actor: caller.email }),
    unblockUser: ({ params, body: { why }, caller }) =>
      changeBlock({ email: params.email.toLowerCase(), why, to: 'unblocked', actor: caller.email }),

    setRole: ({ params, body, caller }) => changeRole(params.email, body.role, caller.email),

    async removeUser({ params, caller }) {
      const email = params.email.toLowerCase();
      if (email === caller.email) throw new Problem('own_account');
      return transact(db, async (transaction) => {
        await lockRoles(transaction);
        await requireAnotherAdmin(transaction, await findUserByEmail(transaction, email));
        const deletedCount = await deleteUser(transaction, email);
        if (deletedCount > 0) {
          await recordEvent(transaction, { kind: 'user_removed', actor: caller.email, person: email });
        }
        return { deletedCount };
      });
    },
  };
}
