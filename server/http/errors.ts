import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { api, type CallName } from '#contract/api.ts';
import type { Call } from '#contract/kernel/call.ts';
import { isPoolFull } from '../ground/database/client.ts';
import { isOutOfRoom } from '../ground/database/room.ts';
import { wasInTheWay } from '../ground/database/transact.ts';
import { overloaded } from '../ground/handling/gate.ts';
import { Problem, type ProblemParts } from '../ground/handling/problem.ts';

/** Answers whatever was thrown as `application/problem+json`. Nothing of an unexpected error reaches the client. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const problem = isCutOff(request) ? CUT_OFF : toProblem(error);
  logFailure(request, error, problem);
  const { headers, body } = toAnswer(problem, request.routeOptions.config.call);
  return reply.code(problem.status).headers(headers).send(body);
}

/** A problem as it is sent, in the form that clients of a call understand. */
export function toAnswer(
  problem: Problem,
  call: CallName | undefined,
): { headers: Record<string, string>; body: string } {
  const { errorBody }: Partial<Call> = call ? api[call] : {};
  const type = errorBody ? 'application/json' : 'application/problem+json';
  return {
    headers: { ...problem.headers, 'cache-control': 'no-store', 'content-type': type },
    body: JSON.stringify(errorBody ? errorBody.parse(problem.toBody()) : problem.toBody()),
  };
}

/**
 * What went wrong on our side belongs into the log, once; that there was too much to do is counted, and not told each time. Requests
 * that have waited for a connection in vain are a line each, without a stack: it would say the same of all of them.
 */
export function logFailure(request: FastifyRequest, error: unknown, problem: Problem): void {
  if (isPoolFull(error)) {
    request.log.warn({ code: problem.code }, 'no connection to the database was free in time');
    return;
  }
  if (problem.status < 500 || ['overloaded', 'stopping'].includes(problem.code) || problem.isTold) return;
  // It goes on by itself, and the provider's failure is in the log already.
  if (problem.code === 'refund_pending') request.log.info({ code: problem.code }, problem.message);
  else request.log.error({ err: error }, problem.message);
}

/** The client went away in the middle of its request. Nobody reads the answer; it is counted. */
const CUT_OFF = new Problem('broken_request');

function isCutOff({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete;
}

/**
 * The problem that an error means to a client: a Problem as it is, Fastify's and PostgreSQL's translated, else 500. No other
 * error says which status a client gets: those of a payment provider, a storage or a sign-in provider carry theirs, and on
 * a 401 of such a kind the browser would sign out.
 */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const { code, statusCode } = (error ?? {}) as Partial<FastifyError>;
  if (typeof code === 'string' && code.startsWith('FST_')) {
    const known = FASTIFY_PROBLEMS[code] ?? BY_FASTIFY_STATUS[statusCode ?? 500];
    if (known) return new Problem(...known);
    if (statusCode && statusCode >= 400 && statusCode < 500) return new Problem('bad_request');
  }
  if (isPoolFull(error)) return overloaded();
  if (isDatabaseDown(error)) {
    return new Problem('database_down');
  }
  if (isOutOfRoom(error)) return new Problem('database_full', undefined, { retryAfter: 30 });
  if (wasInTheWay(error)) {
    return new Problem('busy', undefined, { retryAfter: 1 });
  }
  if (code === '57014') return new Problem('too_slow');
  return new Problem('internal');
}

const FASTIFY_PROBLEMS: Record<string, ProblemParts> = {
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid_json'],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid_json'],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid_length'],
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', { what: 'body' }],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_media_type', { wanted: 'application/json' }],
  FST_ERR_BAD_URL: ['invalid_url'],
};

/** Where a code has no words here. Every other refusal of Fastify's is 400. */
const BY_FASTIFY_STATUS: Record<number, ProblemParts> = {
  413: ['too_large', { what: 'body' }],
  414: ['url_too_long'],
};

/**
 * PostgreSQL ends a session by a FATAL error; SQLSTATE class 08 and Node's codes say that there is no connection. One that
 * is a standby since a moment (25006) is not the database that is meant. Of a commit nobody may know: see `connection.ts`.
 */
function isDatabaseDown(error: unknown): boolean {
  const { code, message, severity } = (error ?? {}) as Record<string, unknown>;
  if (severity === 'FATAL') return true;
  if (
    typeof code === 'string' &&
    /^(08...|25006|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ENOENT|EPIPE|ETIMEDOUT)$/.test(code)
  )
    return true;
  return (
    typeof message === 'string' && /Connection terminated|connection error and is not queryable/.test(message)
  );
}
