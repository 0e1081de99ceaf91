import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiProblem, isOutage, problemOf } from './api-problem.ts';

const answer = (status: number, body: unknown) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });

test('a problem keeps its status, code, sentence and field messages', async () => {
  const errors = [{ field: 'order', message: 'Please Enter Minimum Quantity.' }];
  const problem = await problemOf(answer(400, { detail: errors[0]!.message, code: 'invalid_input', errors }));
  assert.ok(problem instanceof ApiProblem);
  assert.deepEqual(
    { status: problem.status, code: problem.code, message: problem.message, errors: problem.errors },
    { status: 400, code: 'invalid_input', message: errors[0]!.message, errors },
  );
});

test('a problem and its fields have the texts of their codes, and for unknown codes those of the response', async () => {
  const told = async (body: object) => {
    const { message, errors } = await problemOf(answer(400, body));
    return [message, ...errors.map((error) => error.message)];
  };
  const detail = 'In another language';
  assert.deepEqual(await told({ detail, code: 'last_admin' }), [
    'This is the last admin. Make someone else an admin first.',
  ]);
  assert.deepEqual(await told({ detail, code: 'from_the_future', params: { x: 1 } }), [detail]);
  assert.deepEqual(await told({ detail, code: 'not_found', params: { what: 'parcel' } }), [detail]);
  const errors = [
    { field: 'phone', message: detail, code: 'too_long', params: { most: 50 } },
    { field: 'order', message: detail, code: 'from_the_future' },
  ];
  assert.deepEqual(await told({ detail, code: 'invalid_input', errors }), [
    ...['50 characters at most', '50 characters at most', detail],
  ]);
});

test('an error of the sign-in provider keeps its message', async () => {
  const problem = await problemOf(
    answer(401, { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email' }),
  );
  assert.equal(problem.message, 'Invalid email');
  assert.equal(problem.code, 'INVALID_EMAIL_OR_PASSWORD');
});

test("an error of an image host in imgbb's form keeps its message", async () => {
  const problem = await problemOf(answer(400, { success: false, error: { message: 'Empty upload' } }));
  assert.equal(problem.message, 'Empty upload');
});

test('a response without JSON still says what to do', async () => {
  for (const body of ['<h1>Bad gateway</h1>', '', 'null']) {
    const problem = await problemOf(answer(502, body));
    assert.match(problem.message, /Try again/);
  }
  assert.match((await problemOf(answer(429, ''))).message, /Wait a minute/);
});

test('no response, a server error and a rate limit are outages; a refusal is not', () => {
  for (const status of [0, 429, 500, 503]) assert.ok(isOutage(new ApiProblem(status, 'x', 'x')), `${status}`);
  for (const status of [400, 401, 403, 404, 409]) {
    assert.ok(!isOutage(new ApiProblem(status, 'x', 'x')), `${status}`);
  }
  assert.ok(!isOutage(undefined));
  assert.ok(!isOutage(new Error('anything else')));
});
