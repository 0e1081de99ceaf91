import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

/** The header that tells a request's id, in its answer. Lines of the log about the request carry the same as `reqId`. */
export const REQUEST_ID = 'x-request-id';

/** Ids that no other request of any process has: a random beginning for the process, and a number. */
export function requestIds(): () => string {
  const beginning = randomBytes(9).toString('base64url');
  let number = 0;
  return () => {
    number += 1;
    return `${beginning}-${number.toString(36)}`;
  };
}

/** Tells each answer's request id. Whoever reports a fault can name it, and the log be searched for it. */
export function tellRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id);
    done();
  });
}
