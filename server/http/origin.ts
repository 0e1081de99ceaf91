import type { FastifyRequest } from 'fastify';
import { forbidden } from './problem.ts';

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Refuses a write that carries a cookie and does not come from a page of this shop: the host of its Origin has to be the
 * Host it is sent to. A browser sets both, and another site's page can set neither.
 */
export function requireSameOrigin(request: FastifyRequest): void {
  if (READS.has(request.method) || request.headers.cookie === undefined) return;
  const { origin, host } = request.headers;
  if (!origin || !host || !isSameHost(origin, host)) {
    throw forbidden('This request comes from another site, or without an Origin header.');
  }
}

function isSameHost(origin: string, host: string): boolean {
  let from: URL;
  let to: URL;
  try {
    from = new URL(origin);
    to = new URL(`${from.protocol}//${host}`);
  } catch {
    return false;
  }
  if (from.host === to.host) return true;
  return from.port === to.port && LOOPBACK.has(from.hostname) && LOOPBACK.has(to.hostname);
}
