import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fastifyStatic from '@fastify/static';
import { APIError } from 'better-auth';
import fastify, { type FastifyRequest } from 'fastify';
import Stripe from 'stripe';
import { until } from '../../tests/until.ts';
import { createDatabase } from '../ground/database/client.ts';
import { forbidden, Problem } from '../ground/handling/problem.ts';
import { answerError, logFailure, toProblem } from './errors.ts';
import { explainFileErrors } from './files.ts';

/** Errors as dependencies throw them, with a status that is theirs and not ours. */
const theirs = [
  Object.assign(new Error('No'), { statusCode: 401 }),
  Object.assign(new Error('No'), { status: 403, statusCode: 403, code: 'AccessDenied' }),
  new Stripe.errors.StripeAuthenticationError({
    type: 'invalid_request_error',
    statusCode: 401,
    message: 'x',
  }),
  new Stripe.errors.StripePermissionError({ type: 'invalid_request_error', statusCode: 403, message: 'x' }),
  new APIError('UNAUTHORIZED', { code: 'UNAUTHORIZED', message: 'x' }),
  Object.assign(new Error('No'), { responseCode: 401, status: 429 }),
  { statusCode: 401, message: 'not even an error' },
];

/** Statuses of the errors answered, and how many requests have come. */
const answered: number[] = [];
let requests = 0;
const folder = await mkdtemp(join(tmpdir(), 'northbridge-test-'));
await writeFile(join(folder, 'file.txt'), 'A file');
const app = fastify({ bodyLimit: 100 });
app.setErrorHandler((error, request, reply) => {
  answerError(error, request, reply);
  answered.push(reply.statusCode);
});
app.addHook('onRequest', async () => {
  requests += 1;
});
app.get('/theirs/:n', async (request) => {
  throw theirs[Number((request.params as { n: string }).n)];
});
app.post('/body', async () => 'read');
app.register(async (scope) => {
  explainFileErrors(scope);
  scope.addHook('onRequest', async (request) => {
    if (request.headers.cookie) throw forbidden('admins_only');
  });
  await scope.register(fastifyStatic, { root: folder, prefix: '/files/' });
});
await app.listen({ port: 0, host: '127.0.0.1' });
after(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

test('an error of a dependency never says with which status the shop answers', async () => {
  for (const [n, error] of theirs.entries()) {
    assert.equal(toProblem(error).status, 500, String(n));
    const answer = await app.inject(`/theirs/${n}`);
    assert.deepEqual([answer.statusCode, answer.json().code], [500, 'internal'], String(n));
  }
});

test("Fastify's own refusals keep their status", async () => {
  const post = (headers: Record<string, string>, payload: string) =>
    app.inject({ method: 'POST', url: '/body', headers, payload });
  const json = { 'content-type': 'application/json' };
  assert.equal((await post(json, '{')).json().code, 'invalid_json');
  assert.equal((await post(json, `"${'x'.repeat(200)}"`)).statusCode, 413);
  assert.equal((await post({ 'content-type': 'text/csv' }, 'a')).statusCode, 415);
  const refused = (status: number) =>
    toProblem(Object.assign(new Error(), { code: 'FST_ERR_NEW', statusCode: status }));
  assert.deepEqual([refused(414).status, refused(414).code], [414, 'url_too_long']);
  assert.deepEqual([refused(406).status, refused(406).code], [400, 'bad_request']);
});

test('what is wrong with a request for a file is said as a problem', async () => {
  const get = (headers: Record<string, string>, url = '/files/file.txt') => app.inject({ url, headers });
  assert.equal((await get({})).body, 'A file');
  const part = await get({ range: 'bytes=100-200' });
  assert.deepEqual([part.statusCode, part.json().code], [416, 'no_such_part']);
  const changed = await get({ 'if-match': '"other"' });
  assert.deepEqual([changed.statusCode, changed.json().code], [412, 'file_changed']);
  assert.equal((await get({ cookie: 'a=b' })).statusCode, 403);
});

test('a request that its client cuts off is no failure of ours', async () => {
  const { port } = app.server.address() as { port: number };
  const before = { answered: answered.length, requests };
  const socket = connect(port, '127.0.0.1');
  socket.write(
    'POST /body HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 50\r\n\r\n{"a"',
  );
  await until(async () => requests > before.requests);
  socket.destroy();
  await until(async () => answered.length > before.answered);
  assert.equal(answered.at(-1), 400);
});

test('a failure is logged with its stack; a refund that goes on by itself without, and what is told or wrong not at all', () => {
  const told: unknown[][] = [];
  const note = (level: string) => (facts: object) => told.push([level, ...Object.keys(facts)]);
  const log = { info: note('info'), warn: note('warn'), error: note('error') };
  const request = { log } as unknown as FastifyRequest;
  for (const problem of [new Problem('internal'), new Problem('refund_pending'), forbidden('admins_only')])
    logFailure(request, problem, problem);
  assert.deepEqual(told, [
    ['error', 'err'],
    ['info', 'code'],
  ]);
});

test('that no connection was free in time is an overload, told in one line without a stack', async () => {
  const database = createDatabase(process.env.TEST_DATABASE_URL!, { max: 1 });
  const holder = await database.pool.connect();
  // What waits for the only connection does so for a moment.
  database.pool.options.connectionTimeoutMillis = 1;
  const error = await database.pool.query('select 1').catch((reason: unknown) => reason);
  holder.release();
  await database.close();
  const problem = toProblem(error);
  assert.deepEqual([problem.status, problem.code], [503, 'overloaded']);
  assert.ok(Number(problem.headers['retry-after']) > 0);
  const told: unknown[][] = [];
  const note = (level: string) => (facts: object) => told.push([level, ...Object.entries(facts).flat()]);
  logFailure(
    { log: { warn: note('warn'), error: note('error') } } as unknown as FastifyRequest,
    error,
    problem,
  );
  assert.deepEqual(told, [['warn', 'code', 'overloaded']]);
});
