import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { tokenOf } from '../ground/handling/authentication.ts';
import { isLoopbackAddress, isLoopbackHost } from '../ground/loopback.ts';

/**
 * What monitors, curl and browsers send by themselves. Any other header may be from a proxy or a tunnel: each has names of its own
 * (`X-Forwarded-Server`, `CF-Ray`, `Tailscale-User-Login`), so no list of those is complete.
 */
const OWN_HEADERS =
  /^(host|connection|keep-alive|user-agent|accept(-.*)?|authorization|cookie|cache-control|pragma|if-(none-match|modified-since)|dnt|priority|upgrade-insecure-requests|referer|origin|sec-.*|x-prometheus-scrape-timeout-seconds)$/;

/**
 * Whether a request is a monitor's. With a token: whoever sends it as bearer, and nobody else. Without one: whoever asks on
 * this machine, for this machine, and not through a proxy; nobody where there is a proxy, as one on this machine that adds
 * no header cannot be told from a person.
 */
export function createMonitorCheck(
  token: string | undefined,
  { hasProxy }: { hasProxy: boolean },
): (request: FastifyRequest) => boolean {
  if (token === undefined) return hasProxy ? () => false : isAskedHere;
  const expected = digestOf(token);
  return (request) => timingSafeEqual(digestOf(tokenOf(request) ?? ''), expected);
}

function isAskedHere({ socket, headers, reachedAt }: FastifyRequest): boolean {
  if (!isLoopbackAddress(socket.remoteAddress)) return false;
  if (Object.keys(headers).some((name) => !OWN_HEADERS.test(name))) return false;
  return isLoopbackHost(new URL(reachedAt).hostname);
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
