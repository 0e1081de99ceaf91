import type { FastifyInstance, FastifyRequest } from 'fastify';
import { OVERLOADED } from '../ground/handling/gate.ts';
import { Problem } from '../ground/handling/problem.ts';
import { widestOf } from '../ground/limits/client.ts';
import { Shares } from '../ground/limits/shares.ts';

/** Bytes of a body that may be signed. Stripe names no largest size of an event; a dispute has up to 150,000 characters of evidence. */
const MOST_BYTES = 1024 * 1024;
/** Bodies above the usual size that arrive at once. */
const MOST_OF_CLIENT = 4;
const MOST_OF_ALL = 16;

/**
 * Takes bodies as bytes, for calls whose proof is a signature over them. Until it is checked anybody may have sent them, so only a request
 * that may be signed may send more than the usual size, and few do at once. Answers 413 and 503 beyond that: the sender repeats it.
 */
export function takeSignedBodies(
  scope: FastifyInstance,
  mayBeSigned: (request: FastifyRequest) => boolean,
): void {
  const usual = scope.initialConfig.bodyLimit!;
  const arriving = new Shares();
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MOST_BYTES }, (_request, body, done) =>
    done(null, body),
  );
  scope.addHook('onRequest', (request, reply, done) => {
    const { 'transfer-encoding': encoding, 'content-length': length = 0 } = request.headers;
    // In chunks it may be of any size.
    if (encoding === undefined && Number(length) <= usual) return done();
    if (!mayBeSigned(request)) return done(TOO_LARGE);
    const end = arriving.begin([
      { key: widestOf(request.ip), most: MOST_OF_CLIENT },
      { key: 'all', most: MOST_OF_ALL },
    ]);
    if (!end) return done(OVERLOADED);
    reply.raw.once('close', end);
    done();
  });
}

const TOO_LARGE = new Problem('too_large', { what: 'body' });
