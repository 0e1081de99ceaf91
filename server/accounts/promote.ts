import type { Queryable } from '../database/client.ts';
import { recordEvent } from '../events/queries.ts';
import { findUserByEmail, lockRoles, setRole } from './queries.ts';

export interface Promotion {
  email: string;
  /** Email of who promotes, or the shop. */
  actor: string;
  /** By what, when no admin does. */
  by?: 'command';
  /** Promotes an account whose address is not proven, too. */
  unproven?: boolean;
}

/**
 * Makes an account an admin, and notes it, in a transaction. An account whose address is not proven is refused unless
 * `unproven` is set: anybody can open one with the address of whoever is about to become an admin.
 */
export async function promote(
  transaction: Queryable,
  { email, actor, by, unproven = false }: Promotion,
): Promise<'promoted' | 'admin_already' | 'no_account' | 'address_unproven'> {
  await lockRoles(transaction);
  const user = await findUserByEmail(transaction, email);
  if (!user) return 'no_account';
  if (user.role === 'admin') return 'admin_already';
  if (!user.proven && !unproven) return 'address_unproven';
  await setRole(transaction, email, 'admin');
  await recordEvent(transaction, {
    kind: 'user_promoted',
    actor,
    person: email,
    facts: { ...(by && { by }), ...(!user.proven && { unproven: true }) },
  });
  return 'promoted';
}
