import { EmailSchema } from '#contract/accounts/schema.ts';
import type { Database } from '../ground/database/client.ts';
import { removeStrangersFactor } from './factor.ts';
import { provenHere } from './proven.ts';
import { endSessions, holdUser, proveAddress } from './queries.ts';

/** Whom an outside identity claims to be, before the sign-in provider signs in, links or creates anyone. */
interface Claim {
  user: { id?: string; email?: string; emailVerified?: unknown };
  source: { action: string; method: string };
}

/**
 * Lets an outside identity in whose address is proven, and answers a refusal for any other. When it is about to be linked
 * to an account, that account first becomes the prover's.
 */
export async function admitIdentity(
  database: Database,
  { user, source }: Claim,
): Promise<{ error: string } | undefined> {
  if (source.method !== 'oauth') return undefined;
  if (user.emailVerified !== true) return { error: 'email_not_verified' };
  if (!EmailSchema.safeParse(user.email).success) return { error: 'email_not_supported' };
  provenHere().address = user.email!;
  if (source.action === 'link-account') await handOver(database, user.id!);
  return undefined;
}

/**
 * Ends what somebody opened with an address they never proved: its password, its second factor and its sessions, with the
 * accessTokens that hang on them. An account whose address was proven before keeps all.
 */
async function handOver({ db }: Database, userId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const user = await holdUser(transaction, userId);
    if (!user || user.email_verified) return;
    await transaction
      .deleteFrom('accounts')
      .where('user_id', '=', userId)
      .where('provider_id', '=', 'credential')
      .execute();
    await removeStrangersFactor(transaction, user.email);
    await endSessions(transaction, userId);
    await proveAddress(transaction, user, 'google');
  });
}
