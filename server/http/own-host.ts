import type { FastifyInstance } from 'fastify';
import { Problem } from '../ground/handling/problem.ts';
import { isLoopbackHost } from '../ground/loopback.ts';
import { answerError } from './errors.ts';

const NOT_HERE = new Problem('not_found', { what: 'address' });

/**
 * Answers 404 to requests for a host that is none of the shop's `origins` and not this machine: what everybody may read needs
 * no cookie, so another site's page could read it under a name of its own that leads here (DNS rebinding).
 */
export function requireOwnHost(app: FastifyInstance, origins: readonly string[]): void {
  const hosts = new Set(origins.map((origin) => new URL(origin).hostname));
  app.addHook('onRequest', (request, reply, done) => {
    const { hostname } = new URL(request.reachedAt);
    if (hosts.has(hostname) || isLoopbackHost(hostname)) done();
    // Answered here: the stand-ins would make an error of their own of what is thrown.
    else answerError(NOT_HERE, request, reply);
  });
}
