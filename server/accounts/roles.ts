import type { Role } from '#contract/accounts/schema.ts';
import { isStaff } from '#contract/kernel/reach.ts';
import type { EventFacts } from '#contract/log/schema.ts';
import type { Queryable } from '../ground/database/client.ts';
import { Problem } from '../ground/handling/problem.ts';
import { type NewEvent, recordEvent } from '../log/queries.ts';
import { countAdmins, findUserByEmail, lockRoles, setRole } from './queries.ts';

export interface RoleChange {
  email: string;
  role: Role;
  /** Email of who gives it, or the shop. */
  actor: string;
  /** By what, when no admin does. */
  by?: EventFacts['user_promoted']['by'];
  /** Gives a role to an account whose address is not proven, too. */
  unproven?: boolean;
}

/**
 * Gives an account another role, and notes it, in a transaction. An account whose address is not proven is refused unless
 * `unproven` is set: anybody can open one with the address of whoever is about to become an admin.
 */
export async function giveRole(
  transaction: Queryable,
  { email, role, actor, by, unproven = false }: RoleChange,
): Promise<'given' | 'had' | 'no_account' | 'address_unproven'> {
  await lockRoles(transaction);
  const user = await findUserByEmail(transaction, email);
  if (!user) return 'no_account';
  if (user.role === role) return 'had';
  // guard: server/accounts/accounts.test.ts
  if (isStaff(role) && !user.proven && !unproven) return 'address_unproven';
  // guard: server/accounts/accounts.test.ts
  await requireAnotherAdmin(transaction, user);
  await setRole(transaction, email, role);
  const how = { ...(by && { by }), ...(!user.proven && { unproven: true as const }) };
  const told: Record<Role, NewEvent> = {
    admin: { kind: 'user_promoted', actor, person: email, facts: how },
    staff: { kind: 'user_made_staff', actor, person: email, facts: how },
    customer: { kind: 'user_demoted', actor, person: email, facts: { was: user.role } },
  };
  await recordEvent(transaction, told[role]);
  return 'given';
}

/** Refuses what would leave the shop without an admin: that this person is one no more. The roles are locked. */
export async function requireAnotherAdmin(
  transaction: Queryable,
  user: { role: Role } | undefined,
): Promise<void> {
  if (user?.role === 'admin' && (await countAdmins(transaction)) <= 1) throw new Problem('last_admin');
}
