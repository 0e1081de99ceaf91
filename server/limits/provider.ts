import { APIError, type BetterAuthPlugin } from 'better-auth';
import { createAuthMiddleware } from 'better-auth/api';
import { Problem } from '../handling/problem.ts';
import type { Limits } from './limits.ts';
import { limitOfProviderPath } from './rules.ts';

/**
 * Counts calls to the sign-in provider by client and by the address they name. Runs inside the provider, so that path and body
 * are read as the provider reads them: another spelling is not another counter. `addressHeader` is the header with the
 * client's address.
 */
export function limiting(limits: Limits, addressHeader: string): BetterAuthPlugin {
  const count = createAuthMiddleware(async ({ path, headers, body }) => {
    const limit = limitOfProviderPath(path);
    const ip = headers?.get(addressHeader);
    if (!limit || !ip) return;
    const { email } = (body ?? {}) as { email?: unknown };
    const account = typeof email === 'string' ? email.trim().toLowerCase() : undefined;
    await limits.count(limit, { ip, account }).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
      const answer = { code: error.code.toUpperCase(), message: error.message };
      throw new APIError('TOO_MANY_REQUESTS', answer, error.headers);
    });
  });
  return { id: 'limits', hooks: { before: [{ matcher: () => true, handler: count }] } };
}
