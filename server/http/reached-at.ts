import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** The origin that its client sent it to, such as `https://shop.example.com`. */
    reachedAt: string;
  }
}

/** Finds the origin that a request was sent to, as its browser would name it. */
export interface ReachedAt {
  /** The origin, whatever host the client names; undefined when it names none, or more than one. */
  of(request: IncomingMessage): string | undefined;
  /** The origin, when it is one under which the shop was started: there are few of them. */
  ownOf(request: IncomingMessage): string | undefined;
}

/** What is longer is no host: a name has 253 characters at most. */
const LONGEST_HOST = 300;

/**
 * @param publicUrl the origin of people, whatever lies in front: a request for its host was sent to it, by https too where
 * the proxy that ends it is not believed
 * @param origins under which the shop is reached without a proxy
 * @param trustProxy addresses of the proxies whose X-Forwarded-Host and -Proto are believed
 */
export function createReachedAt({
  publicUrl,
  origins,
  trustProxy,
}: {
  publicUrl: string | undefined;
  origins: string[];
  trustProxy: string[] | undefined;
}): ReachedAt {
  const trust = trustProxy && proxyAddr.compile(trustProxy);
  const own = new Map(origins.map((origin) => [origin, origin]));
  /** Origins by the Host of a request that came here by http, without a proxy that is believed. */
  const ownByHost = new Map<string | undefined, string>();
  const shown = publicUrl === undefined ? undefined : new URL(publicUrl);
  if (shown) for (const scheme of ['http', 'https']) own.set(`${scheme}://${shown.host}`, shown.origin);

  for (const [arrived, origin] of own)
    if (arrived.startsWith('http://')) ownByHost.set(arrived.slice('http://'.length), origin);

  /** Scheme and host as they arrived, not looked at yet. */
  function arrivedAt({ headers, rawHeaders, socket }: IncomingMessage): string | undefined {
    if (namesManyHosts(rawHeaders)) return undefined;
    const isTrusted = trust?.(socket.remoteAddress ?? '', 0) ?? false;
    const scheme =
      (isTrusted && lastOf(headers['x-forwarded-proto'])) || (isEncrypted(socket) ? 'https' : 'http');
    const host = (isTrusted && lastOf(headers['x-forwarded-host'])) || headers.host;
    return host && `${scheme}://${host}`;
  }

  function ownOf(request: IncomingMessage): string | undefined {
    // Asked of every request: nothing is put together where it need not be.
    if (!trust && !isEncrypted(request.socket))
      return namesManyHosts(request.rawHeaders) ? undefined : ownByHost.get(request.headers.host);
    const arrived = arrivedAt(request);
    return arrived === undefined ? undefined : own.get(arrived);
  }

  return {
    ownOf,
    of(request) {
      const known = ownOf(request);
      if (known !== undefined) return known;
      const arrived = arrivedAt(request);
      if (arrived === undefined) return undefined;
      const [scheme, host = ''] = arrived.split('://', 2);
      if (scheme !== 'http' && scheme !== 'https') return undefined;
      if (host.length > LONGEST_HOST || /[\s/?#@\\%]/.test(host) || !URL.canParse(arrived)) return undefined;
      // With a port that goes without saying.
      if (shown && new URL(`${shown.protocol}//${host}`).host === shown.host) return shown.origin;
      return new URL(arrived).origin;
    },
  };
}

/**
 * Whether there is more than one Host (RFC 9112, 3.2), of which Node tells the first: what lies in front may have gone by the
 * other. Asked of every request, so it makes nothing.
 */
function namesManyHosts(rawHeaders: string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

function isEncrypted(socket: Socket): boolean {
  return (socket as Partial<TLSSocket>).encrypted === true;
}

/** Each proxy adds to the end; what stands before was written by somebody else. */
function lastOf(header: string | string[] | undefined): string | undefined {
  return header?.toString().split(',').at(-1)?.trim();
}

/** Lets everything that answers requests ask for `request.reachedAt`. `requireOrdinaryTarget` has seen to it that there is one. */
export function tellReachedAt(app: FastifyInstance, reachedAt: ReachedAt): void {
  app.decorateRequest('reachedAt', {
    getter() {
      return reachedAt.of(this.raw) ?? '';
    },
  });
}
