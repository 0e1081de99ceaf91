import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyBaseLogger } from 'fastify';
import type { RequestTraces } from './traces.ts';

/** What happens around the answer of a shortcut, as hooks happen around others. */
export interface Surroundings {
  /** A request that can be answered has come. False when its client sends too many: the usual way will say so. */
  admit(request: IncomingMessage): boolean;
  /** An id for the request, which its answer carries. */
  newId(): string;
  /** It has been answered. */
  answered(request: IncomingMessage, id: string, name: string, status: number, milliseconds: number): void;
}

/**
 * What happens around the answers of shortcuts: the client's requests are counted, and they are measured and logged as
 * others are.
 * @param trustProxy addresses of the proxies whose X-Forwarded-For is believed
 * @param countRequest throws when an address sends too many
 * @param log of the app, which is made after this
 * @param traces where requests are traced
 */
export function surround(parts: {
  trustProxy: string[] | undefined;
  countRequest: (ip: string) => void;
  newId: () => string;
  log: () => FastifyBaseLogger;
  answered: (name: string, status: number, seconds: number) => void;
  traces?: RequestTraces | undefined;
}): Surroundings {
  const { countRequest, newId, log, answered, traces } = parts;
  const trust = parts.trustProxy && proxyAddr.compile(parts.trustProxy);
  const ipOf = (request: IncomingMessage) =>
    trust ? proxyAddr(request, trust) : (request.socket.remoteAddress ?? '');
  return {
    newId,
    admit(request) {
      try {
        countRequest(ipOf(request));
        return true;
      } catch {
        return false;
      }
    },
    answered(request, id, name, statusCode, milliseconds) {
      answered(name, statusCode, milliseconds / 1000);
      const traceId = traces?.answered(request, id, name, statusCode, milliseconds);
      if (LOGS.has(log().level))
        log().info(
          {
            reqId: id,
            ...(traceId && { traceId }),
            req: request,
            res: { statusCode },
            responseTime: milliseconds,
          },
          'request completed',
        );
    },
  };
}

/** Levels at which requests are logged. What a line consists of is not put together for the others. */
const LOGS = new Set(['info', 'debug', 'trace']);
