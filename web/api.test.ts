import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiProblem, isOutage, problemOf, requestOf } from './api.ts';

const answer = (status: number, body: unknown) =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });

test('a call becomes method, address and body', () => {
  assert.deepEqual(requestOf('GET /products', {}), { method: 'GET', path: '/products', body: null });
  assert.deepEqual(requestOf('GET /orders', { query: { email: 'a+b@x.com', after: undefined } }), {
    method: 'GET',
    path: '/orders?email=a%2Bb%40x.com',
    body: null,
  });
  assert.deepEqual(requestOf('PATCH /orders/:id', { params: { id: 'a/../b?c' }, body: { order: 1 } }), {
    method: 'PATCH',
    path: '/orders/a%2F..%2Fb%3Fc',
    body: '{"order":1}',
  });
});

test('a form with a file is sent as it is', () => {
  const form = new FormData();
  assert.equal(requestOf('POST /images', { body: form }).body, form);
});

test('a problem keeps its status, code, sentence and field messages', async () => {
  const errors = [{ field: 'order', message: 'Please Enter Minimum Quantity.' }];
  const problem = await problemOf(answer(400, { detail: 'Wrong', code: 'invalid_input', errors }));
  assert.ok(problem instanceof ApiProblem);
  assert.deepEqual(
    { status: problem.status, code: problem.code, message: problem.message, errors: problem.errors },
    { status: 400, code: 'invalid_input', message: 'Wrong', errors },
  );
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

test('an answer that is no JSON still says what to do', async () => {
  for (const body of ['<h1>Bad gateway</h1>', '', 'null']) {
    const problem = await problemOf(answer(502, body));
    assert.match(problem.message, /Try again/);
  }
  assert.match((await problemOf(answer(429, ''))).message, /Wait a minute/);
});

test('no answer, the server’s fault and too many tries are outages; a refusal is none', () => {
  for (const status of [0, 429, 500, 503]) assert.ok(isOutage(new ApiProblem(status, 'x', 'x')), `${status}`);
  for (const status of [400, 401, 403, 404, 409]) {
    assert.ok(!isOutage(new ApiProblem(status, 'x', 'x')), `${status}`);
  }
  assert.ok(!isOutage(undefined));
  assert.ok(!isOutage(new Error('anything else')));
});
