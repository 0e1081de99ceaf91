import type { Database } from '../database/client.ts';
import type { Authentication } from '../http/access.ts';
import { Problem } from '../http/problem.ts';
import type { Auth } from './auth.ts';
import { toWebHeaders } from './mount-auth.ts';
import { createTokens } from './tokens.ts';

/** Who is asking: by accessToken for the shop's calls, by the provider's cookie for the exchange of one for the other. */
export function createAuthentication(
  database: Database,
  auth: () => Auth,
): Omit<Authentication, 'isMonitor'> {
  return {
    ...createTokens(database),
    async sessionOf(request) {
      let found: Awaited<ReturnType<Auth['api']['getSession']>>;
      try {
        found = await auth().api.getSession({
          headers: toWebHeaders(request),
          query: { disableCookieCache: true },
        });
      } catch {
        throw new Problem('sign_in_down');
      }
      if (!found) return undefined;
      const { session, user } = found;
      return {
        kind: 'session',
        sessionId: session.id,
        userId: user.id,
        email: user.email,
        expiresAt: session.expiresAt,
      };
    },
  };
}
