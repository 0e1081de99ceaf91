import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { type Auth, AuthFailure, LOGIN_PAGE } from './accounts/auth.ts';
import { toWebHeaders } from './accounts/authentication.ts';
import { rememberingProofs } from './accounts/proven.ts';
import { Problem } from './ground/handling/problem.ts';
import type { PlainTraffic } from './ground/limits/traffic.ts';
import { logFailure, toProblem } from './http/errors.ts';
import { requireSameOrigin } from './http/origin.ts';

/**
 * Sign-ups at once. The provider keeps a database connection while it hashes a password, which is far longer than for
 * anything else: without a bound, many who sign up would leave none to those who order. Two are hashed at a time.
 */
const SIGN_UPS_AT_ONCE = 4;

const PREFIX = '/api/auth/';

/** Serves the sign-in provider under /api/auth. It reads its own raw bodies, and its errors keep its form `{code, message}`. */
export function mountAuth(app: FastifyInstance, auth: () => Auth, traffic: PlainTraffic): void {
  const signUps = pLimit(SIGN_UPS_AT_ONCE);
  app.register(async (scope) => {
    scope.setErrorHandler((error, request, reply) => {
      const problem = toProblem(error);
      logFailure(request, error, problem);
      reply.headers(problem.headers);
      return refuse(reply, problem.status, problem.code.toUpperCase(), problem.message);
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route({
      method: ['GET', 'POST'],
      url: `${PREFIX}*`,
      async onRequest(request) {
        traffic.arrive(request);
        traffic.admit();
        requireServedPath(request.url);
        requireSameOrigin(request);
      },
      handler: async (request, reply) =>
        traffic.run(() => {
          const work = () => answer(request, reply, auth());
          return request.url.startsWith(`${PREFIX}sign-up/`) ? signUps(work) : work();
        }),
    });
  });
}

/**
 * Refuses an address that the provider might read in another way than it is written: what is decided here by a path is to be
 * about the path that is served. Throws 400.
 */
function requireServedPath(url: string): void {
  const [path = ''] = url.split('?', 1);
  const segments = path.slice(PREFIX.length).split('/');
  // The router reads escapes, also in front of the `*`: such an address comes here, too.
  if (!path.startsWith(PREFIX) || !segments.every((segment) => /^[\w-]+$/.test(segment)))
    throw new Problem('invalid_url');
}

async function answer(request: FastifyRequest, reply: FastifyReply, auth: Auth): Promise<FastifyReply> {
  const isReturn = request.method === 'GET' && request.url.startsWith(`${PREFIX}callback/`);
  let response: Response;
  try {
    response = await rememberingProofs(request.log, request.ip, () => auth.handler(toWebRequest(request)));
  } catch (error) {
    if (error instanceof AuthFailure) {
      const problem = toProblem(error.cause);
      logFailure(request, error.cause, problem);
      return isReturn ? backToLogin(reply) : refuseUnavailable(reply, problem.headers['retry-after']);
    }
    // A Host header that is not ours makes the provider throw.
    request.log.warn({ err: error }, 'sign-in provider refused a request');
    if (isReturn) return backToLogin(reply);
    return refuse(
      reply,
      400,
      'UNKNOWN_HOST',
      'Open the shop at the address it is started for (PUBLIC_URL, or else HOST).',
    );
  }
  // A person on the way back from Google is shown a page whatever happens.
  if (isReturn && response.status >= 400) return backToLogin(reply);
  // 503 is what our own code says, with a reason.
  if (response.status >= 500 && response.status !== 503) {
    return refuseUnavailable(reply);
  }
  reply.code(response.status).header('cache-control', 'no-store');
  for (const [name, value] of response.headers) if (name !== 'set-cookie') reply.header(name, value);
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  return reply.send(Buffer.from(await response.arrayBuffer()));
}

function backToLogin(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(`${LOGIN_PAGE}?error=unavailable`, 302);
}

/** @param seconds after which it may be tried again */
function refuseUnavailable(reply: FastifyReply, seconds = '5'): FastifyReply {
  const message = 'Signing in is not possible right now. Try again in a moment.';
  return refuse(reply.header('retry-after', seconds), 503, 'UNAVAILABLE', message);
}

function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply.code(status).header('cache-control', 'no-store').send({ code, message });
}

/** Fastify's request as the Web's, with the client's address in a header that no client can set. */
function toWebRequest(request: FastifyRequest): Request {
  const body =
    Buffer.isBuffer(request.body) && request.body.length > 0 ? new Uint8Array(request.body) : undefined;
  return new Request(new URL(request.url, request.reachedAt), {
    method: request.method,
    headers: toWebHeaders(request),
    ...(body && { body }),
  });
}
