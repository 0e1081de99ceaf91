import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyBaseLogger } from 'fastify';
import type { Surroundings } from './replay.ts';

/**
 * What happens around replayed answers: the client's requests are counted, and they are measured and logged as others are.
 * @param trustProxy addresses of the proxies whose X-Forwarded-For is believed
 * @param countRequest throws when an address sends too many
 */
export function surround(parts: {
  trustProxy: string[] | undefined;
  countRequest: (ip: string) => void;
  newId: () => string;
  log: FastifyBaseLogger;
  answered: (name: string, status: number, seconds: number) => void;
}): Surroundings {
  const { countRequest, newId, log, answered } = parts;
  const trust = parts.trustProxy && proxyAddr.compile(parts.trustProxy);
  const ipOf = (request: IncomingMessage) =>
    trust ? proxyAddr(request, trust) : (request.socket.remoteAddress ?? '');
  const logs = ['info', 'debug', 'trace'].includes(log.level);
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
      if (!logs) return;
      log.info(
        {
          reqId: id,
          req: request,
          res: { statusCode },
          responseTime: milliseconds,
        },
        'request completed',
      );
    },
  };
}
