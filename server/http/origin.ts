import type { FastifyRequest } from 'fastify';
import { forbidden } from '../ground/handling/problem.ts';
import { isLoopbackHost } from '../ground/loopback.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a write that carries a cookie and does not come from a page of this shop: its Origin has to be the one that it is
 * sent to, scheme and port included. A browser sets both, and another site's page can set neither.
 */
export function requireSameOrigin(request: FastifyRequest): void {
  if (READS.has(request.method) || request.headers.cookie === undefined) return;
  const { origin } = request.headers;
  if (!origin || !isSameOrigin(origin, request.reachedAt)) throw forbidden('other_site');
}

function isSameOrigin(origin: string, reachedAt: string): boolean {
  if (origin === reachedAt) return true;
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  const to = new URL(reachedAt);
  // guard: server/http/origin.test.ts
  if (from.protocol !== to.protocol) return false;
  if (from.host === to.host) return true;
  return from.port === to.port && isLoopbackHost(from.hostname) && isLoopbackHost(to.hostname);
}
