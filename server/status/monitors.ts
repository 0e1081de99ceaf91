import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { tokenOf } from '../handling/authentication.ts';
import { isLoopbackAddress, isLoopbackHost } from '../loopback.ts';

/** What proxies add. */
const FORWARDED = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/**
 * Whether a request is a monitor's. With a token: whoever sends it as bearer, and nobody else. Without one: whoever asks on
 * this machine, for this machine, and not through a proxy.
 */
export function createMonitorCheck(token: string | undefined): (request: FastifyRequest) => boolean {
  if (token === undefined) return isAskedHere;
  const expected = digestOf(token);
  return (request) => timingSafeEqual(digestOf(tokenOf(request) ?? ''), expected);
}

function isAskedHere({ socket, headers, reachedAt }: FastifyRequest): boolean {
  if (!isLoopbackAddress(socket.remoteAddress)) return false;
  if (FORWARDED.some((name) => headers[name] !== undefined)) return false;
  return isLoopbackHost(new URL(reachedAt).hostname);
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
