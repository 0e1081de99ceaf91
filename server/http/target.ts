import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallName } from '#contract/api.ts';
import { Problem } from '../ground/handling/problem.ts';
import { answerError } from './errors.ts';
import type { ReachedAt } from './reached-at.ts';

/** Load balancers ask for these by HTTP/1.0, which knows no Host. */
const NEED_NO_HOST: ReadonlySet<CallName | undefined> = new Set<CallName>(['getHealth', 'getReadiness']);

/**
 * Refuses requests whose address has more than one meaning, before anything is done for them: to a router, to a URL's
 * parser and to the sign-in provider it would be another address each. Answers 400.
 */
export function requireOrdinaryTarget(app: FastifyInstance, reachedAt: ReachedAt): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Answered here: the stand-ins and the sign-in provider would make an error of their own of what is thrown.
    if (!isOrdinary(request.url)) answerError(ODD_ADDRESS, request, reply);
    else if (reachedAt.of(request.raw) === undefined && !mayNameNoHost(request))
      answerError(NO_HOST, request, reply);
    else done();
  });
}

const ODD_ADDRESS = new Problem('invalid_url');
const NO_HOST = new Problem('invalid_host');

/** Doubled slashes, a backslash or white space, or a segment of one or two dots. */
const ODD_PATH = /\/\/|[\\\s]|\/(?:\.|%2e){1,2}(?:\/|$)/i;

/**
 * Whether an address is a path with an optional query (RFC 9112, origin-form) that no parser writes in another way: no
 * doubled slashes, no segments of dots, no backslash, fragment or space.
 */
function isOrdinary(url: string): boolean {
  const [path = ''] = url.split('?', 1);
  return path.startsWith('/') && !ODD_PATH.test(path) && !url.includes('#');
}

function mayNameNoHost({ raw, routeOptions }: FastifyRequest): boolean {
  const isOlder = raw.httpVersion === '1.0' && raw.headers.host === undefined;
  return isOlder && NEED_NO_HOST.has(routeOptions.config?.call);
}
