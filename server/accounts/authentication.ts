import type { FastifyRequest } from 'fastify';
import type { Database } from '../ground/database/client.ts';
import type { Authentication } from '../ground/handling/authentication.ts';
import { Problem } from '../ground/handling/problem.ts';
import { type Auth, CLIENT_ADDRESS_HEADER } from './auth.ts';
import { createTokens } from './tokens.ts';

/**
 * Who is asking: by accessToken for the shop's calls, by the provider's cookie for the exchange of one for the other.
 * @param origins under which the shop is open where no PUBLIC_URL says it: at another the provider gives no cookie, and throws
 */
export function createAuthentication(
  database: Database,
  auth: () => Auth,
  { required, origins }: { required: boolean; origins: readonly string[] | undefined },
): Omit<Authentication, 'isMonitor'> {
  const hosts = origins && new Set(origins.map((origin) => new URL(origin).host));
  return {
    ...createTokens(database, required),
    async sessionOf(request) {
      if (hosts && !hosts.has(request.headers.host?.toLowerCase() ?? '')) return undefined;
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

/** A request's headers as the Web's, with the client's address in one that no client can set. */
export function toWebHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
    else for (const one of value ?? []) headers.append(name, one);
  }
  headers.set(CLIENT_ADDRESS_HEADER, request.ip);
  return headers;
}
