import type { Queryable } from '../database/client.ts';
import { recordEvent } from '../events/queries.ts';
import { findUserByEmail, lockRoles, setRole } from './queries.ts';

export interface Promotion {
  email: string;
  /** Email of who promotes, or the shop. */
  actor: string;
  /** How it came about, for the log. */
  why?: string;
  /** Promotes an account whose address is not proven, too. */
  unproven?: boolean;
}

/**
 * Makes an account an admin, and notes it, in a transaction. An account whose address is not proven is refused unless
 * `unproven` is set: anybody can open one with the address of whoever is about to become an admin.
 */
export async function promote(
  transaction: Queryable,
  { email, actor, why, unproven = false }: Promotion,
): Promise<'promoted' | 'admin_already' | 'no_account' | 'address_unproven'> {
  await lockRoles(transaction);
  const user = await findUserByEmail(transaction, email);
  if (!user) return 'no_account';
  if (user.role === 'admin') return 'admin_already';
  if (!user.proven && !unproven) return 'address_unproven';
  await setRole(transaction, email, 'admin');
  const reason = [why, user.proven ? undefined : 'address not proven'].filter(Boolean).join(', ');
  await recordEvent(transaction, {
    kind: 'user_promoted',
    actor,
    person: email,
    ...(reason && { why: reason }),
  });
  return 'promoted';
}
